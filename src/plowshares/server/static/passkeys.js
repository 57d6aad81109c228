// Passkeys of this browser. They need a secure connection and a name of the server, not a bare number.
import { ask } from "./common.js";
import { t } from "./words.js";

const isNumber = () => /^[\d.]+$|:/.test(location.hostname);

export function canUsePasskeys() {
  return window.isSecureContext && !isNumber() && Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON);
}

async function answered(asking) {
  try {
    return { ok: true, credential: (await asking).toJSON() };
  } catch (error) {
    if (error.name === "InvalidStateError") return { ok: false, error: t("This device already has a passkey for your account.") };
    return { ok: false, error: t("No passkey was used. You can try again.") };
  }
}

export async function makePasskey() {
  const asked = await ask("/api/account/passkey", {});
  if (!asked.ok) return asked;
  const made = await answered(navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked.options) }));
  return made.ok ? ask("/api/account/passkey/add", { credential: made.credential }) : made;
}

export async function usePasskey() {
  const asked = await ask("/api/account/challenge", {});
  if (!asked.ok) return asked;
  const used = await answered(navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked.options) }));
  return used.ok ? ask("/api/account/sign-in", { credential: used.credential }) : used;
}
