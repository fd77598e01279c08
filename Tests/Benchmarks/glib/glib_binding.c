/*
** Peer: GLib's g_object_bind_property. A setter compares and notifies by its pspec,
** as GObject code is written for speed.
*/
#include <glib-object.h>

#include "../bench.h"

typedef struct { GObject parent; int value; } Cell;
typedef struct { GObjectClass parent; } CellClass;
G_DEFINE_TYPE(Cell, cell, G_TYPE_OBJECT)

static GParamSpec *value_spec;

static void cell_set (Cell *self, int value) {
  if (self->value == value) return;
  self->value = value;
  g_object_notify_by_pspec(G_OBJECT(self), value_spec);
}

static void cell_set_property (GObject *o, guint id, const GValue *v, GParamSpec *spec) {
  (void)id; (void)spec;
  cell_set((Cell *)o, g_value_get_int(v));
}

static void cell_get_property (GObject *o, guint id, GValue *v, GParamSpec *spec) {
  (void)id; (void)spec;
  g_value_set_int(v, ((Cell *)o)->value);
}

static void cell_class_init (CellClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  object->set_property = cell_set_property;
  object->get_property = cell_get_property;
  value_spec = g_param_spec_int("value", NULL, NULL, G_MININT, G_MAXINT, 0,
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_property(object, 1, value_spec);
}

static void cell_init (Cell *self) { self->value = 0; }

static Cell *cell_new (void) { return g_object_new(cell_get_type(), NULL); }

static void join (Cell *source, Cell *target) {
  g_object_bind_property(source, "value", target, "value", G_BINDING_SYNC_CREATE);
}

static void create (bench_min *m) {
  Cell **cells = malloc(2 * BENCH_PAIRS * sizeof *cells);
  double bytes = bench_bytes(), start = bench_now();
  for (int i = 0; i < 2 * BENCH_PAIRS; i += 2) {
    cells[i] = cell_new();
    cells[i + 1] = cell_new();
    join(cells[i], cells[i + 1]);
  }
  bench_take(m, bench_now() - start, BENCH_PAIRS);
  m->bytes = (bench_bytes() - bytes) / BENCH_PAIRS;
  for (int i = 0; i < 2 * BENCH_PAIRS; i++) g_object_unref(cells[i]);
  free(cells);
}

int main (int argc, char **argv) {
  int rounds = bench_rounds(argc, argv), tick = 0;
  bench_min a = {0}, b = {0}, c = {0}, d = {0}, g = {0};
  Cell *source = cell_new(), *target = cell_new();
  Cell *hub = cell_new(), *fan[BENCH_FAN], *chain[BENCH_CHAIN + 1];
  join(source, target);
  for (int i = 0; i < BENCH_FAN; i++) join(hub, fan[i] = cell_new());
  chain[0] = cell_new();
  for (int i = 1; i <= BENCH_CHAIN; i++) join(chain[i - 1], chain[i] = cell_new());
  for (int round = 0; round < rounds; round++) {
    double start;
    create(&a);
    start = bench_now();
    for (int i = 0; i < 20000; i++) cell_set(source, ++tick);
    bench_take(&b, bench_now() - start, 20000);
    bench_expect("glib b", target->value, tick);
    start = bench_now();
    for (int i = 0; i < 30; i++) cell_set(hub, ++tick);
    bench_take(&c, bench_now() - start, 30.0 * BENCH_FAN);
    bench_expect("glib c", fan[BENCH_FAN - 1]->value, tick);
    start = bench_now();
    for (int i = 0; i < 6; i++) cell_set(chain[0], ++tick);
    bench_take(&d, bench_now() - start, 6.0 * BENCH_CHAIN);
    bench_expect("glib d", chain[BENCH_CHAIN]->value, tick);
    start = bench_now();
    for (int i = 0; i < 1000000; i++) {
      cell_set(source, source->value);
      __asm__ volatile ("" ::: "memory");
    }
    bench_take(&g, bench_now() - start, 1000000);
  }
  bench_print("a", "glib", a);
  bench_print("b", "glib", b);
  bench_print("c", "glib", c);
  bench_print("d", "glib", d);
  bench_print("g", "glib", g);
  return 0;
}
