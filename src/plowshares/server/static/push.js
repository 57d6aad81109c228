// Being told while no page is open: the browser's push service, where the platform allows it.
import { ask } from "./common.js";
import { settings } from "./settings.js";

const canPush = () => window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && window.Notification;

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

function text(buffer) {
  return btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function subscribe() {
  if (!canPush() || Notification.permission !== "granted") return false;
  const worker = await navigator.serviceWorker.register("/sw.js");
  const { key } = await ask("/api/push");
  const made = (await worker.pushManager.getSubscription()) ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }));
  const answer = await ask("/api/push", { endpoint: made.endpoint, key: text(made.getKey("p256dh")), auth: text(made.getKey("auth")) });
  return answer.ok;
}

export async function unsubscribe() {
  if (!canPush()) return;
  const worker = await navigator.serviceWorker.getRegistration("/sw.js");
  const made = await worker?.pushManager.getSubscription();
  if (!made) return;
  await ask("/api/push/leave", { endpoint: made.endpoint });
  await made.unsubscribe();
}

// Do as the setting "Notify me" says.
export async function followSetting() {
  try {
    if (!settings.call) return await unsubscribe();
    if ((await window.Notification?.requestPermission()) === "granted") await subscribe();
  } catch { /* the browser's maker is not reached: notes come while a page is open */ }
}
