// The rules of a game begin with its pictures.
import { ask, find } from "./common.js";
import { pictures } from "./how.js";

const host = find("pictures"), answer = await ask(`/games/${host.dataset.game}/how`);
if (answer.pictures?.length) host.replaceChildren(pictures(answer, host.dataset.game)[0]);
