/* The settings that live in this browser alone: shown where scripts run. */
import { apply } from "./prefs.js";

for (const part of document.querySelectorAll("[data-needs-script]")) part.hidden = false;
apply();
