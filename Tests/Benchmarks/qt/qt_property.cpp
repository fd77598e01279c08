/*
** Peer: Qt 6 QProperty: bindings that track what they read, observers by onValueChanged.
*/
#include <QProperty>

#include <memory>
#include <vector>

#include "../bench.h"

static int64_t sum = 0;
static int64_t runs = 0;

struct Watch {
  QProperty<int> *cell;
  void operator() () const { sum += cell->value(); }
};
using Handler = QPropertyChangeHandler<Watch>;

/* A cell may not move once it is watched, so both live in one block of the final size. */
struct Pair {
  QProperty<int> cell;
  std::unique_ptr<Handler> handler;
};

static void create (bench_min *m) {
  double bytes = bench_bytes(), start = bench_now();
  {
    std::vector<Pair> pairs(BENCH_PAIRS);
    for (auto &pair : pairs)
      pair.handler = std::make_unique<Handler>(pair.cell.onValueChanged(Watch{&pair.cell}));
    bench_take(m, bench_now() - start, BENCH_PAIRS);
    m->bytes = (bench_bytes() - bytes) / BENCH_PAIRS;
  }
}

int main (int argc, char **argv) {
  int rounds = bench_rounds(argc, argv), tick = 0;
  bench_min a = {}, b = {}, c = {}, d = {}, e = {}, g = {};

  QProperty<int> source;
  Handler one = source.onValueChanged(Watch{&source});

  QProperty<int> hub;
  std::vector<std::unique_ptr<Handler>> fan;
  for (int i = 0; i < BENCH_FAN; i++)
    fan.push_back(std::make_unique<Handler>(hub.onValueChanged(Watch{&hub})));

  std::vector<QProperty<int>> chain(BENCH_CHAIN + 1);
  for (int i = 1; i <= BENCH_CHAIN; i++) {
    QProperty<int> *before = &chain[i - 1];
    chain[i].setBinding([before] { return before->value() + 1; });
  }
  Handler last = chain[BENCH_CHAIN].onValueChanged(Watch{&chain[BENCH_CHAIN]});

  QProperty<int> top;
  std::vector<QProperty<int>> middle(BENCH_DIAMOND);
  for (int i = 0; i < BENCH_DIAMOND; i++)
    middle[i].setBinding([&top, i] { return top.value() + i; });
  QProperty<int> bottom;
  bottom.setBinding([&middle] {
    int total = 0;
    for (auto &cell : middle) total += cell.value();
    runs++;
    return total;
  });
  Handler end = bottom.onValueChanged(Watch{&bottom});

  for (int round = 0; round < rounds; round++) {
    double start;
    int64_t before;
    create(&a);
    start = bench_now();
    before = sum;
    for (int i = 0; i < 200000; i++) source = ++tick;
    bench_take(&b, bench_now() - start, 200000);
    bench_expect("qt b", sum > before, 1);
    before = sum;
    start = bench_now();
    for (int i = 0; i < 300; i++) hub = ++tick;
    bench_take(&c, bench_now() - start, 300.0 * BENCH_FAN);
    bench_expect("qt c", sum > before, 1);
    start = bench_now();
    for (int i = 0; i < 100; i++) chain[0] = ++tick;
    bench_take(&d, bench_now() - start, 100.0 * BENCH_CHAIN);
    bench_expect("qt d", chain[BENCH_CHAIN].value(), tick + BENCH_CHAIN);
    start = bench_now();
    for (int i = 0; i < 20; i++) top = ++tick;
    bench_take(&e, bench_now() - start, 20.0 * BENCH_DIAMOND);
    bench_expect("qt e", bottom.value(), (int64_t)tick * BENCH_DIAMOND + 99 * 50);
    int same = source.value();
    start = bench_now();
    for (int i = 0; i < 1000000; i++) {
      source = same;
      __asm__ volatile ("" ::: "memory");
    }
    bench_take(&g, bench_now() - start, 1000000);
  }
  bench_print("a", "qt", a);
  bench_print("b", "qt", b);
  bench_print("c", "qt", c);
  bench_print("d", "qt", d);
  bench_print("e", "qt", e);
  bench_print("g", "qt", g);
  return 0;
}
