/**
 * Bundles the page: `built/page.js`, `built/page.css` and the licences of the libraries in them.
 *
 * The script begins with a hash of everything that it is built from; a test compares it, so that
 * sources and bundle are committed together.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";

const here = import.meta.dirname;
const made = join(here, "built");

/** Files that the bundle depends on, sorted by path. */
function sources() {
  const found = readdirSync(join(here, "source"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(here, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  return [...found, "build.mjs", "package-lock.json", "package.json"].sort();
}

/** One hash over the names and the contents of all sources. */
function hashOfSources() {
  const hash = createHash("sha256");
  for (const name of sources()) {
    hash.update(`${name}\0`).update(readFileSync(join(here, name))).update("\0");
  }
  return hash.digest("hex");
}

/** Names of the packages that something in the bundle comes from. */
function packagesIn(inputs) {
  const names = Object.keys(inputs)
    .map((name) => name.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1])
    .filter(Boolean);
  return [...new Set(names)].sort();
}

/** Version, licence and licence text of a package. */
function licenceOf(name) {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf-8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), "utf-8").trim() : `Licence: ${license}`;
  return `${name} ${version} (${license})\n\n${text}\n`;
}

const result = await build({
  absWorkingDir: here,
  entryPoints: [{ in: "source/main.js", out: "page" }],
  outdir: made,
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "iife",
  target: ["es2022"],
  legalComments: "none", // the licences are in a file of their own, which the page shows
  metafile: true,
  banner: { js: `/* sources ${hashOfSources()} */` },
});
const licences = packagesIn(result.metafile.inputs).map(licenceOf);
writeFileSync(join(made, "licences.txt"), licences.join("\n\n"));
