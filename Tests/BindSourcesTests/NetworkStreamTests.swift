import BindCore
import BindSources
import Foundation
import TestSupport
import Testing

/// Long answers, many requests, and other people's servers.
@Suite("The network at length", .serialized) struct NetworkStreamTests {
  /// Sends `count` pieces, and says how many it got rid of.
  final class Flood: Sendable {
    let sent = Lock(0)
    let piece = Array(repeating: UInt8(ascii: "x"), count: 64 << 10)

    func serve(_ connection: RawConnection, count: Int) {
      guard connection.request() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      for _ in 0..<count {
        guard connection.send(piece) else { return }
        sent.withLock { $0 += 1 }
      }
    }
  }

  @Test func aReaderThatHoldsTheTransferHoldsTheServer() throws {
    let flood = Flood()
    let total = 1024  // 64 MiB
    let server = try RawServer { flood.serve($0, count: total) }
    defer { server.stop() }
    try withRealWorld { real in
      var exchange: HTTPExchange?
      var (received, isDone) = (0, false)
      let request = HTTPRequest("GET", try WebAddress(server.url + "/"))
      exchange = try real.world.network.send(
        request,
        onBody: {
          received += $0.count
          exchange?.isHeld = true
        }
      ) { _ in isDone = true }
      try real.wait(for: "the first piece", until: { received > 0 })
      // What fits into the sockets' buffers goes on its way, and no more.
      var before = -1
      while before != flood.sent.withLock({ $0 }) {
        before = flood.sent.withLock { $0 }
        real.loop.run(while: { true }, atMost: .milliseconds(300))
      }
      #expect(before < total / 2, "\(before) of \(total) pieces were taken although nobody read them")
      #expect(received < 1 << 20)
      var ticks = 0
      while !isDone, ticks < 100_000 {
        ticks += 1
        exchange?.isHeld = false
        real.loop.run(while: { exchange?.isHeld == false && !isDone }, atMost: .seconds(5))
      }
      #expect(received == total * 64 << 10)
    }
  }

  @Test func aLongAnswerTakesNoMemoryWhenItIsStreamed() throws {
    let flood = Flood()
    let server = try RawServer { flood.serve($0, count: 2048) }  // 128 MiB
    defer { server.stop() }
    let (output, status) = try probe("stream", server.url + "/")
    #expect(status == 0)
    let megabytes = try #require(
      output.wholeMatch(of: /received 128 MiB, at most (\d+) MiB more in memory\n/).flatMap { Int($0.1) }, "\(output)")
    #expect(megabytes < 32)
  }

  @Test func aThousandRequestsLeaveNoDescriptorBehind() throws {
    let server = try RawServer { connection in
      while let request = connection.request() {
        switch request.target {
        case "/cut":
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")
          return
        case "/close":
          connection.answer(200, "x", headers: ["Connection: close"])
          return
        case "/stall": connection.waitForEnd()
        default: connection.answer(200, "x")
        }
      }
    }
    defer { server.stop() }
    try withRealWorld { real in
      real.world.network.limits.perSecond = 1e9
      real.world.network.limits.burst = 1e9
      func run(_ count: Int) throws {
        var open = 0
        for number in 0..<count {
          let target = ["/", "/close", "/cut", "/stall"][number % 4]
          // A circuit opens for none of them: the good ones come between.
          open += 1
          let token = try real.world.network.send(HTTPRequest("GET", try WebAddress(server.url + target))) { _ in
            open -= 1
          }
          if target == "/stall" {
            real.loop.runOnce(waiting: false)
            token.cancel()
            open -= 1
          }
          if open >= 6 { try real.wait(for: "requests end", until: { open < 6 }) }
        }
        try real.wait(for: "all end", until: { open == 0 })
      }
      try run(40)
      try real.wait(for: "the server has closed", until: { server.open <= 6 })
      let before = descriptors()
      try run(1000)
      try real.wait(for: "the server has closed", until: { server.open <= 6 })
      #expect(descriptors() <= before + 12, "idle connections are kept, and no more")
      #expect(real.loop.handleCounts[.transfer] == nil)
      #expect(real.world.clock.pendingTimers == 0)
    }
  }

  private func descriptors() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}
