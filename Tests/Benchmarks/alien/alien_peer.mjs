// Peer: alien-signals, workloads b to h as this project sizes them (of a, the collector decides).
// Prints <workload> <variant> <ns for each operation>
//
//   node alien_peer.mjs MODULE [ROUNDS]     MODULE: the path of alien-signals' module, absolute
import { pathToFileURL } from "node:url";

const [module, roundsText = "20"] = process.argv.slice(2);
const { signal, computed, effect, startBatch, endBatch } = await import(pathToFileURL(module).href);
const rounds = Number(roundsText);
const FAN = 1000, CHAIN = 1000, DIAMOND = 100;
const cases = [];

function add(name, operations, body) {
  cases.push({ name, operations, body, best: Infinity });
}

function expect(what, got, wanted) {
  if (got !== wanted) throw new Error(`${what}: ${got}, expected ${wanted}`);
}

let tick = 0;

{
  const one = signal(0);
  let seen = 0;
  effect(() => { seen = one(); });
  add("b", 100000, () => {
    for (let i = 0; i < 100000; i++) one(++tick);
    expect("b", seen, tick);
  });
  add("g", 1000000, () => {
    for (let i = 0; i < 1000000; i++) one(tick);
  });
}
{
  const hub = signal(0);
  let sum = 0;
  for (let i = 0; i < FAN; i++) effect(() => { sum = hub(); });
  add("c", 100 * FAN, () => {
    for (let i = 0; i < 100; i++) hub(++tick);
    expect("c", sum, tick);
  });
}

function chain(first, length) {
  let last = first;
  for (let i = 0; i < length; i++) {
    const before = last;
    last = computed(() => before() + 1);
  }
  return last;
}

{
  const first = signal(0);
  const last = chain(first, CHAIN);
  let seen = 0;
  effect(() => { seen = last(); });
  add("d", 50 * CHAIN, () => {
    for (let i = 0; i < 50; i++) first(++tick);
    expect("d", seen, tick + CHAIN);
  });
}
{
  const top = signal(0);
  const arms = Array.from({ length: DIAMOND }, (_, i) => computed(() => top() + i));
  let runs = 0, total = 0;
  const bottom = computed(() => {
    let sum = 0;
    runs++;
    for (const arm of arms) sum += arm();
    return sum;
  });
  effect(() => { total = bottom(); });
  add("e", 300 * DIAMOND, () => {
    runs = 0;
    for (let i = 0; i < 300; i++) top(++tick);
    expect("e", runs, 300);
    expect("e", total, tick * DIAMOND + 99 * 50);
  });
}
{
  const sources = Array.from({ length: FAN }, () => signal(0));
  let sum = 0;
  for (const source of sources) effect(() => { sum = source(); });
  add("h", 50 * FAN, () => {
    for (let i = 0; i < 50; i++) {
      tick++;
      startBatch();
      for (const source of sources) source(tick);
      endBatch();
    }
    expect("h", sum, tick);
  });
}

// f: an operation is an update with all that follows; of cellx a cell.

function updates(name, count, head, check) {
  add(name, count, () => {
    for (let i = 0; i < count; i++) {
      head(++tick);
      check(tick);
    }
  });
}

{
  const busy = () => { let a = 0; for (let i = 0; i < 100; i++) a++; return a; };
  const head = signal(0);
  const c1 = computed(() => head());
  const c2 = computed(() => (c1(), 0));
  const c3 = computed(() => (busy(), c2() + 1));
  const c4 = computed(() => c3() + 2);
  const c5 = computed(() => c4() + 3);
  effect(() => { c5(); busy(); });
  updates("f.avoidable", 20000, head, () => expect("avoidable", c5(), 6));
}
{
  const head = signal(0);
  let last = head, runs = 0;
  for (let i = 0; i < 50; i++) {
    const one = computed(() => head() + i);
    const two = computed(() => one() + 1);
    effect(() => { two(); runs++; });
    last = two;
  }
  updates("f.broad", 400, head, (value) => expect("broad", last(), value + 50));
}
{
  const head = signal(0);
  const last = chain(head, 50);
  effect(() => { last(); });
  updates("f.deep", 1000, head, (value) => expect("deep", last(), value + 50));
}
{
  const heads = Array.from({ length: 100 }, () => signal(0));
  const mux = computed(() => heads.map((head) => head()));
  const ends = heads.map((_, i) => computed(() => mux()[i])).map((part) => computed(() => part() + 1));
  for (const end of ends) effect(() => { end(); });
  let at = 0;
  add("f.mux", 200, () => {
    for (let i = 0; i < 200; i++) {
      at = (at + 1) % 100;
      heads[at](++tick);
      expect("mux", ends[at](), tick + 1);
    }
  });
}
{
  const head = signal(0);
  const sum = computed(() => { let sum = 0; for (let i = 0; i < 30; i++) sum += head(); return sum; });
  effect(() => { sum(); });
  updates("f.repeated", 10000, head, (value) => expect("repeated", sum(), value * 30));
}
{
  const head = signal(0);
  const all = [head];
  for (let i = 1; i < 10; i++) { const before = all[i - 1]; all.push(computed(() => before() + 1)); }
  const sum = computed(() => { let sum = 0; for (const cell of all) sum += cell(); return sum; });
  effect(() => { sum(); });
  updates("f.triangle", 5000, head, (value) => expect("triangle", sum(), value * 10 + 45));
}
{
  const head = signal(0);
  const double = computed(() => head() * 2), inverse = computed(() => -head());
  const current = computed(() => {
    let sum = 0;
    for (let i = 0; i < 20; i++) sum += head() % 2 ? double() : inverse();
    return sum;
  });
  effect(() => { current(); });
  updates("f.unstable", 5000, head, (value) => expect("unstable", current(), value % 2 ? value * 40 : value * -20));
}
for (const layers of [1000, 2500]) {
  const start = [1, 2, 3, 4].map((value) => signal(value));
  let layer = start;
  for (let i = 0; i < layers; i++) {
    const [a, b, c, d] = layer;
    layer = [
      computed(() => b()), computed(() => a() - c()), computed(() => b() + d()), computed(() => c()),
    ];
    for (const cell of layer) effect(() => { cell(); });
  }
  const waves = 4;
  let turned = false;
  add(`f.cellx${layers}`, waves * layers * 4, () => {
    for (let i = 0; i < waves; i++) {
      turned = !turned;
      const wanted = turned ? [4, 3, 2, 1] : [1, 2, 3, 4];
      startBatch();
      start.forEach((source, place) => source(wanted[place]));
      endBatch();
    }
  });
}

for (let round = 0; round < rounds; round++) {
  for (const entry of cases) {
    const before = process.hrtime.bigint();
    entry.body();
    const time = Number(process.hrtime.bigint() - before) / entry.operations;
    if (time < entry.best) entry.best = time;
  }
}
for (const entry of cases) console.log(`${entry.name} alien-signals ${entry.best.toFixed(3)}`);
