@testable import BindCore
import Testing

@Suite("Marks of persistent jobs") struct JobMarkTests {
  @Test func aMarkIsTheLatestTimeAtWhichTheJobWasDue() {
    let request = JobMark.request(for: "sync")
    #expect(request.key.name == "job sync")
    let container = StateContainer(.nil, name: request.key.name, shape: request.shape)
    let mark = JobMark(container)
    #expect(mark.lastDate == nil)
    mark.note(WallTime(seconds: 100))
    mark.note(WallTime(seconds: 50))
    #expect(mark.lastDate == WallTime(seconds: 100))
    #expect(JobMark(container).lastDate == WallTime(seconds: 100))
  }
}
