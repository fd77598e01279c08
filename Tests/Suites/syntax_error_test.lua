-- exit: 1
it("cannot be read", function()
  expect(1:to_be(1)
end)
