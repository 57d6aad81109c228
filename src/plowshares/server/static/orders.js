// Things that rest: a player goes through the others by a key. One that is picked by itself rests no longer.
export class Rests {
  constructor(table) {
    this.key = `rests-${table}`;
  }

  get list() {
    return JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
  }

  add(pick) {
    sessionStorage.setItem(this.key, JSON.stringify([...this.list, pick]));
  }

  wake(pick) {
    if (this.list.includes(pick)) sessionStorage.setItem(this.key, JSON.stringify(this.list.filter((each) => each !== pick)));
  }

  first(picks) {
    return picks.find((pick) => !this.list.includes(pick));
  }
}

// Orders for the next turns: kept by this page, carried out when the player says so, dropped when they cannot be.
export class Orders {
  constructor(table) {
    this.key = `orders-${table}`;
  }

  get list() {
    return JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
  }

  set list(orders) {
    sessionStorage.setItem(this.key, JSON.stringify(orders));
  }

  get due() {
    return this.list.filter(({ ready }) => ready);
  }

  keep(commands) {
    this.list = [...this.list, { commands, ready: false }];
  }

  // A turn of the player has begun: each order may take its next step.
  turn() {
    this.list = this.list.map((order) => ({ ...order, ready: true }));
  }

  drop() {
    this.list = [];
  }

  // Give one command of each order; `send` says whether it was taken. Return how many were not.
  async carryOn(send) {
    const due = this.due;
    let dropped = 0;
    this.list = this.list.filter(({ ready }) => !ready);
    for (const { commands } of due) {
      const [next, ...rest] = commands;
      if (!(await send(next))) dropped++;
      else if (rest.length) this.keep(rest);
    }
    return dropped;
  }
}
