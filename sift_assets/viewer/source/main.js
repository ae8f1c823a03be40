/** The page: reads its data and starts everything that shows it. */
import "./style/page.css";
import { startAddress } from "./address.js";
import { block, Data } from "./data.js";
import { startDetail } from "./detail.js";
import { at, visible } from "./elements.js";
import { startFilters } from "./filter_controls.js";
import { startFocus } from "./focus.js";
import { startHelp } from "./help.js";
import { drawLegend } from "./legend.js";
import { startList } from "./listing.js";
import { startPassage } from "./passage.js";
import { Picture } from "./picture.js";
import { hasWebGl } from "./programs.js";
import { startSearch } from "./search.js";
import { State } from "./state.js";
import { startTheme } from "./theme.js";
import { startTip } from "./tip.js";
import { startTrail } from "./trail.js";
import { startWalking } from "./walking.js";

const state = new State(new Data(block("data")));
startFilters(state);
startTrail(state);
startDetail(state);
startPassage();
startHelp(state.data);
startFocus(state);
const openList = startList(state);
startSearch(state);

const picture = pictureOf(state);
const speak = (words) => {
  at("spoken").textContent = visible(words);
};
startWalking(state, speak, () => picture);
if (picture) {
  startTip(state, (row) => picture.place(row));
  state.listen((changed) => {
    if (changed.has("wanted")) picture.goTo(state.wanted);
    if (changed.has("community") && state.community >= 0) {
      picture.show(state.data.members[state.community]);
    }
  });
} else {
  at("picture").classList.add("blank");
  at("no-webgl").hidden = false;
  openList(true);
}

state.listen((changed) => {
  if (changed.has("colours")) drawLegend(state);
});
drawLegend(state);
startTheme(() => state.change({ theme: true, colours: new Map(state.colours) }));
startAddress(state);
document.documentElement.dataset.ready = "true";

/** The picture, null where the browser cannot draw it; to ask first would take half a second. */
function pictureOf(shown) {
  try {
    return new Picture(shown);
  } catch (error) {
    if (hasWebGl()) throw error;
    return null;
  }
}
