/** Light or dark: as the system says, until the reader says otherwise. */
import { at } from "./elements.js";
import { isDark } from "./colours.js";

/** Set the switch up; `changed` is called whenever the page turns light or dark. */
export function startTheme(changed) {
  const name = () => {
    at("toggle-theme").textContent = isDark() ? "Light" : "Dark";
    at("toggle-theme").setAttribute("aria-label", isDark() ? "Switch to light" : "Switch to dark");
  };
  const shown = () => {
    name();
    changed();
  };
  at("toggle-theme").addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    shown();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", shown);
  name();
}
