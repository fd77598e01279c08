import BindCore

/// What of a declared loadable outlives the program: its last value, and the writes that its own `send` has not settled.
struct LoadableDurability {
  let name: String
  let version: Int
  let maxAge: Duration?
  /// How writes go on after a restart; nil where each write brings a function of its own, which cannot be kept.
  let sending: Sending?

  struct Sending {
    let functions: LuaSource.Functions
    let retry: RetryPolicy?
    let ledger: WriteLedger
  }

  /// The keys that have writes from an earlier run.
  var unsettledKeys: [Value] {
    var known: Set<CanonicalKey> = []
    return (sending?.ledger.entries ?? []).map(\.key).filter { key in
      CanonicalKey(key).map { known.insert($0).inserted } ?? false
    }
  }
}

extension Surface {
  /// - Parameter name: nil if the script has given none.
  func durability(_ options: Options, name: String?, in scope: Scope) throws(Failure) -> LoadableDurability? {
    guard try options.flag("durable") ?? false else {
      for word in OptionGroup.durability.names.dropFirst() where options[ByteString(word)] != nil {
        throw .diagnostic(
          Diagnostic(.bindArgument, "\(options.owner): option '\(word)' is for what is kept: give it durable=true"))
      }
      return nil
    }
    guard let name else {
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "\(options.owner): a durable loadable needs a name, by which it is known after a restart"))
    }
    if let holder = durableNames[name], !holder.isClosed {
      throw .diagnostic(
        Diagnostic(.bindDuplicate, "\(options.owner): a durable loadable named '\(name)' exists already"))
    }
    durableNames[name] = scope
    engine.registered(Registration { [unowned self] in durableNames[name] = nil })
    return LoadableDurability(
      name: name, version: try options.count("version", atLeast: 1) ?? 1, maxAge: try options.duration("max_age"),
      sending: try sending(options, name, in: scope))
  }

  private func sending(_ options: Options, _ name: String, in scope: Scope) throws(Failure) -> LoadableDurability
    .Sending?
  {
    guard let send = try options.function("send") else {
      if options["resolve"] != nil {
        throw .diagnostic(
          Diagnostic(.bindArgument, "\(options.owner): option 'resolve' is for 'send', and there is none"))
      }
      return nil
    }
    let resolve = try options.function("resolve")
    lua.letGo(of: send, resolve, with: scope)
    let container = try keep(WriteLedger.request(for: name), in: nil, for: options.owner)
    return LoadableDurability.Sending(
      functions: LuaSource.Functions(set: send, resolve: resolve),
      retry: options["retry"] == nil ? nil : try retry(options), ledger: WriteLedger(container, random: world.random))
  }

  /// Opened when the loadable is made, so that it shows what is kept before anything else happens.
  func cache(of durability: LoadableDurability, key: Value?) throws(Failure) -> LoadableCache {
    let request = LoadableCache.request(for: durability.name, key: key.flatMap { CanonicalKey($0) })
    return LoadableCache(
      try keep(request, in: nil, for: durability.name), version: durability.version, maxAge: durability.maxAge)
  }
}
