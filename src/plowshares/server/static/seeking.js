// Whether this tab looks for an opponent.
const KEY = "seeking";

export const keepSeeking = (on) => { try { on ? sessionStorage.setItem(KEY, "1") : sessionStorage.removeItem(KEY); } catch { /* asked again */ } };
export const isSeeking = () => { try { return sessionStorage.getItem(KEY) === "1"; } catch { return false; } };
