/// What a cell holds or has held: a value or none, which is not the value nil.
struct Contents {
  let value: Value?
}
