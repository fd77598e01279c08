import BindHost
import Glibc

openStandardDescriptors()
let code = Program.current.main(Array(CommandLine.arguments.dropFirst())) { options, script, reporter in
  Run(options: options, script: script, reporter: reporter).perform()
}
// Not `exit`: what libraries clean up there, such as TLS, threads may still be using.
fflush(nil)
_exit(code.rawValue)
