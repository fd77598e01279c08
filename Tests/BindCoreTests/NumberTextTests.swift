import BindCore
import Testing

/// As `lua5.4 -e "print(x)"` prints them.
@Test(arguments: [
  (3.0, "3.0"), (-0.0, "-0.0"), (0.5, "0.5"), (0.1 + 0.2, "0.3"), (1e15, "1e+15"), (1e14, "1e+14"),
  (99_999_999_999_999, "99999999999999.0"), (1e-5, "1e-05"), (1e100, "1e+100"),
  (-1.2345678901234567e-300, "-1.2345678901235e-300"), (.infinity, "inf"), (-.infinity, "-inf"),
])
func aFloatIsWrittenAsLuaWritesIt(_ number: Double, _ text: String) {
  #expect(Value.text(of: number) == text)
  #expect(Value.number(number).description == text)
}
