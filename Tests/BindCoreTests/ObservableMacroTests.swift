import BindCore
import Observation
import Testing

/// The macro writes `Observation.ObservationRegistrar`: no public type may bear the name of that module.
@Observable final class Profile {
  var name = "Ada"
}

@Suite struct ObservableMacroTests {
  @Test func anObservableClassOfSwiftStandsBesideImportBindCore() {
    let profile = Profile()
    let name = Bindable("Grace", engine: Engine())
    let binding: BindableObservation = name.bind(\.self, to: profile, \.name)
    name.update(with: "Joan")
    #expect(profile.name == "Joan")
    binding.stop()
  }
}
