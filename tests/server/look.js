({ bring, every }) => {
    const one = (id) => document.getElementById(id), all = [];
    const walk = (root) => { all.push(...root.querySelectorAll(".marked")); for (const each of root.querySelectorAll(".drawing")) if (each.shadowRoot) walk(each.shadowRoot); };
    walk(document);
    const marked = all.filter((each) => each.getBoundingClientRect().width);
    const under = (root, x, y) => root.elementsFromPoint(x, y).filter((each) => each.getRootNode() === root)
        .flatMap((each) => each.shadowRoot ? [...under(each.shadowRoot, x, y), each] : [each]);
    const FRAMES = ".items, #board, #offers, #popover, #left, #right, #others";
    const inside = (each) => {
        let box = each.getBoundingClientRect(), frame = each.getRootNode().host?.getBoundingClientRect() ?? { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        if (!each.getRootNode().host?.matches?.(".camera")) frame = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        const cut = each.closest("svg.board")?.getBoundingClientRect(); // copies reach over the edge of a drawing
        if (cut) frame = { left: Math.max(frame.left, cut.left), top: Math.max(frame.top, cut.top), right: Math.min(frame.right, cut.right), bottom: Math.min(frame.bottom, cut.bottom) };
        for (let row = each.closest?.(FRAMES); row; row = row.parentElement?.closest(FRAMES)) {
            const view = row.getBoundingClientRect();
            if (getComputedStyle(row).display === "contents") continue; // it has no place of its own
            frame = { left: Math.max(frame.left, view.left), top: Math.max(frame.top, view.top), right: Math.min(frame.right, view.right), bottom: Math.min(frame.bottom, view.bottom) };
        }
        return { left: Math.max(box.left, frame.left), top: Math.max(box.top, frame.top), right: Math.min(box.right, frame.right), bottom: Math.min(box.bottom, frame.bottom) };
    };
    // What lies over everything there: buttons and pictures of the page, sheets, notes with buttons.
    const OVER = ".tools *, .overview, .overview *, .strip, #popover, #popover *, #inspect.pinned, #inspect.pinned *, .top *, #bar, #bar *, #coach, #coach *, dialog, dialog *";
    const look = (each) => {
        const box = inside(each), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
        const seen = box.right - box.left > 8 && box.bottom - box.top > 8, found = seen ? under(document, x, y) : [];
        const own = found.findIndex((other) => other.closest(".marked")), over = found.findIndex((other) => other.matches(OVER));
        const isOwnPlace = own >= 0 && (over < 0 || over > own || found[own].closest("#popover, #bar, #coach, dialog") !== null);
        const hit = !seen ? null : isOwnPlace ? found[own].closest(".marked").dataset.pick ?? "" : "";
        return { pick: each.dataset.pick, x, y, seen, hit, width: box.right - box.left, height: box.bottom - box.top };
    };
    const marks = marked.map((each) => {
        let mark = look(each);
        if (every && (!mark.seen || mark.hit !== mark.pick)) { each.focus({ focusVisible: true }); mark = look(each); }
        return mark;
    });
    // One of them, brought into view last.
    const at = Math.floor((bring ?? 0) * marked.length), chosen = bring === undefined || !marked.length ? null : marked[at];
    chosen?.focus({ focusVisible: true });
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    const board = one("board").getBoundingClientRect();
    return {
        over: one("result").open, busy: one("table").getAttribute("aria-busy") === "true", curtain: !one("curtain").hidden,
        asks: one("question").open, board: [board.x, board.y, board.right, board.bottom], marks, chosen: chosen && look(chosen),
        wrong: one("toast").matches(".wrong:not([hidden])") ? one("toast").textContent : "",
        focused: focused?.matches(".marked") ? focused.dataset.pick : null,
    };
}
