import BindHost
import Glibc

exit(
  Program.current.main(Array(CommandLine.arguments.dropFirst())) { options, script, reporter in
    Run(options: options, script: script, reporter: reporter).perform()
  }.rawValue)
