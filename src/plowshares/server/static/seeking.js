// Whether this tab looks for an opponent, and which of one's tables waits for somebody while another game is played.
const KEY = "seeking";

export const keepSeeking = (on) => { try { on ? sessionStorage.setItem(KEY, "1") : sessionStorage.removeItem(KEY); } catch { /* asked again */ } };
export const isSeeking = () => { try { return sessionStorage.getItem(KEY) === "1"; } catch { return false; } };

export const keepMeanwhile = (table) => { try { table ? sessionStorage.setItem("meanwhile", table) : sessionStorage.removeItem("meanwhile"); } catch { /* nobody is told */ } };
export const meanwhile = () => { try { return sessionStorage.getItem("meanwhile") ?? ""; } catch { return ""; } };
