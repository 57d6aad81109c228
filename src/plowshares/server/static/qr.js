// A QR code as the server has drawn it.
import { shape } from "./figures.js";
import { t } from "./words.js";

export function qrCode({ size, path }) {
  return shape("svg", { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": t("QR code of the link"), "shape-rendering": "crispEdges" }, shape("path", { d: path }));
}
