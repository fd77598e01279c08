import BindHost
import Glibc

openStandardDescriptors()
exit(
  Program.current.main(Array(CommandLine.arguments.dropFirst())) { options, script, reporter in
    Run(options: options, script: script, reporter: reporter).perform()
  }.rawValue)
