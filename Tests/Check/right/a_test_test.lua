describe("a", function() it("b", function() expect(1):to_equal(1) test.clock:advance("1s") end) end)
