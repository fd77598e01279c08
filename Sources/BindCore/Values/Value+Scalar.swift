public import CBindValue

extension Value {
  /// Puts it where C reads it; false, and nothing is put there, if it needs more than those sixteen bytes.
  @inlinable
  package func putScalar(into place: UnsafeMutablePointer<bh_value>) -> Bool {
    switch self {
    case .nil: place.pointee.tag = BH_NIL.rawValue
    case .boolean(let flag):
      place.pointee.tag = BH_BOOLEAN.rawValue
      place.pointee.as.integer = flag ? 1 : 0
    case .integer(let integer):
      place.pointee.tag = BH_INTEGER.rawValue
      place.pointee.as.integer = integer
    case .number(let number):
      place.pointee.tag = BH_NUMBER.rawValue
      place.pointee.as.number = number
    default: return false
    }
    return true
  }
}
