/// All values of the type are objects: it is a class, or a protocol that only classes conform to, such as `AnyObject`.
///
/// What a protocol's type is, only its metadata says (docs/ABI/TypeMetadata.rst of Swift): a type is the address of its metadata, whose
/// first word is the kind. Of an existential type the next word begins with flags, and the highest of these 32 is clear where only
/// classes conform. The kind is looked at first, and every type has one; so nothing is read that is not there.
func holdsObjectsOnly(_ type: Any.Type) -> Bool {
  if type is AnyObject.Type { return true }
  let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
  guard metadata.load(as: UInt.self) == existentialKind else { return false }
  return metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt32.self) & anyConforms == 0
}

/// `MetadataKind::Existential`
private let existentialKind: UInt = 0x303
/// `ExistentialTypeFlags::ClassConstraintMask`
private let anyConforms: UInt32 = 1 << 31
