package import BindCore
import BindSQLite
import BindSources
import Glibc

/// What `bindhost demo-server` is asked for.
package struct DemoServerOptions: Equatable, Sendable {
  package static let port = 8400

  package var port = DemoServerOptions.port
  /// A SQLite file that gets a row each second; nil: none.
  package var database: String?
}

/// `bindhost demo-server`: serves until a signal ends it.
package struct DemoServerRun {
  private let options: DemoServerOptions
  private let output: (String) -> Void
  private let errors: (String) -> Void

  /// - Parameters:
  ///   - output: standard output; gets the URL, once.
  ///   - errors: standard error.
  package init(
    _ options: DemoServerOptions, output: @escaping (String) -> Void, errors: @escaping (String) -> Void
  ) {
    self.options = options
    self.output = output
    self.errors = errors
  }

  /// - Returns: when it cannot serve; a signal ends the process by itself.
  package func perform() -> Diagnostic {
    var signal: Int32 = 0
    do {
      let real = try RealWorld(permissions: Permissions(scriptFolder: "/"))
      let server: DemoServer
      do throws(HTTPServer.Trouble) { server = try DemoServer(port: options.port, on: real) } catch {
        real.close()
        let other = "--port 0 takes any port that is free"
        return Diagnostic(.cliServer, "demo-server: \(error.message)", notes: [other])
      }
      let database: DemoDatabase?
      do throws(SQLiteError) {
        database = try options.database.map { path throws(SQLiteError) in
          try DemoDatabase(path: path, world: real.world)
        }
      } catch {
        server.stop()
        real.close()
        return Diagnostic(.cliServer, "demo-server: \(options.database ?? ""): \(error.message)")
      }
      database?.start { errors("demo-server: \(options.database ?? ""): \($0.message)\n") }
      for number in Signals.handled.signals {
        _ = try real.loop.onSignal(number) {
          signal = number
          real.loop.stop()
        }
      }
      output(server.url + "\n")
      real.loop.run(while: { signal == 0 })
      server.stop()
      real.close()
    } catch {
      return Diagnostic(.hostInternal, "the event loop could not be made: \(error)")
    }
    Signals.die(by: signal)
  }
}
