/* The main journey in Firefox, driven over WebDriver BiDi: upload, drag of every slider, compare, Present, report.
   Usage: node firefox_journey.js ADDRESS FILE FIREFOX FOLDER; prints JSON for tests/browser/journeys/test_firefox.py. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const [address, file, firefox, folder] = process.argv.slice(2);
const PATIENCE = 60_000; // ms, on a busy machine
const SLIDERS = {
  prior: '#prior-slider [role=slider]',
  cost_fn: '#cost-fn-slider [role=slider]',
  cost_fp: '#cost-fp-slider [role=slider]',
  pcf: '.pcf-handle',
};
const AT_REST = `(() => {
  const { modules } = document.querySelector('script[src*="/scripts/"]') || {};
  if (!modules) return false;
  const page = Object.assign({}, ...Object.values(modules));
  if (page.isAnswerPending() || !page.areControlsReady()) return false;
  const answer = page.lastAnswer();
  return Boolean(answer) && answer.conditions_seq === page.conditionsSeq() && answer.view_seq === page.viewSeq()
    && !document.body.classList.contains('moving') && document.querySelectorAll('.js-plotly-plot .trace').length > 5;
})()`;

const errors = [];
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: firefox,
  headless: true,
  defaultViewport: { width: 1440, height: 900 },
  extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
});

/** What the page shows: decision, conditions, and the paths of all three panels. */
const seen = (page) =>
  page.evaluate(`(() => {
    const textOf = (selector) => document.querySelector(selector)?.textContent ?? '';
    const paths = (panel) => [...document.querySelectorAll('#' + panel + '-panel .scatterlayer path')];
    const drawn = (panel) => paths(panel).map((path) =>
      [path.getAttribute('d'), path.getAttribute('transform')].join(' ')).join('|');
    return {
      decision: ['.headline', '.say', '.total'].map((part) => textOf('.decision ' + part)).join(' '),
      conditions: ['prior-box', 'cost-fn-box', 'cost-fp-box'].map((id) => document.getElementById(id).value),
      panels: ['roc', 'pr', 'cost'].map(drawn),
      moving: document.body.classList.contains('moving'),
    };
  })()`);

const atRest = (page) => page.waitForFunction(AT_REST, { timeout: PATIENCE, polling: 100 });

async function drag(page, selector) {
  const thumb = await page.waitForSelector(selector);
  await thumb.evaluate((node) => node.scrollIntoView({ block: 'center' }));
  const { x, y, width, height } = await thumb.boundingBox();
  const [left, top] = [x + width / 2, y + height / 2];
  const before = await seen(page);
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + 60, top, { steps: 8 });
  await page.waitForFunction(`document.body.classList.contains('moving')`, { timeout: PATIENCE });
  await page.evaluate(() => new Promise((done) => globalThis.requestAnimationFrame(() => setTimeout(done, 50))));
  const held = await seen(page);
  await page.mouse.up();
  await atRest(page);
  return { before, held, after: await seen(page) };
}

async function upload(page) {
  const input = await page.waitForSelector('#upload-file');
  await input.uploadFile(file);
  await page.waitForFunction(`document.title.includes('journey')`, { timeout: PATIENCE });
  await atRest(page);
  return { title: await page.title(), ...(await seen(page)) };
}

async function compare(page) {
  await page.evaluate(`document.getElementById('compare-tab').click()`);
  const lead = `document.querySelector('#tabs-panel-compare .pair-lead:not([hidden])')?.textContent`;
  return (await page.waitForFunction(lead, { timeout: PATIENCE })).jsonValue();
}

async function present(page) {
  await page.click('#present');
  await page.waitForFunction(`document.getElementById('presentation')?.dataset.view`, { timeout: PATIENCE });
  const views = [];
  for (const key of ['1', '2', '3', '4']) {
    await page.keyboard.press(key);
    await page.waitForFunction(
      `document.getElementById('presentation').dataset.view === ['sentence', 'icons', 'bars', 'table'][${key} - 1]
        && document.querySelector('#presentation h2')`,
      { timeout: PATIENCE },
    );
    views.push(await page.$eval('#presentation', (stage) => [stage.dataset.view, stage.innerText]));
  }
  await page.keyboard.press('Escape');
  await page.waitForFunction(`!document.getElementById('presentation')`, { timeout: PATIENCE });
  return views;
}

/** The report as the page downloads it, opened from the disk. */
async function report(page) {
  await page.evaluate(`(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      blob.text().then((text) => { globalThis.downloaded = text; });
      return make(blob);
    };
    HTMLAnchorElement.prototype.click = () => {};
    document.getElementById('report-button').click();
  })()`);
  const text = await page.waitForFunction('globalThis.downloaded', { timeout: PATIENCE });
  const saved = join(folder, 'report.html');
  writeFileSync(saved, await text.jsonValue());
  const opened = await newPage();
  await opened.goto(pathToFileURL(saved).href);
  await opened.waitForFunction(`document.querySelectorAll('.graph .main-svg[viewBox]').length >= 6`, {
    timeout: PATIENCE,
  });
  const said = `document.querySelector('[data-live=rule]').textContent + document.querySelector('.total').textContent`;
  const before = await opened.evaluate(said);
  const moved = await opened.evaluate(`(() => {
    const slider = document.querySelector('[data-slider=cost_fn] input');
    slider.value = String(Number(slider.value) + 60);
    slider.dispatchEvent(new Event('input'));
    return ${said};
  })()`);
  return { bytes: readFileSync(saved).length, before, moved };
}

async function newPage() {
  const page = await browser.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) errors.push(message.text());
  });
  return page;
}

const result = { drags: {}, errors };
try {
  const page = await newPage();
  await page.goto(address, { timeout: PATIENCE });
  await atRest(page);
  result.upload = await upload(page);
  for (const [name, selector] of Object.entries(SLIDERS)) result.drags[name] = await drag(page, selector);
  result.compare = await compare(page);
  result.present = await present(page);
  result.report = await report(page);
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(result));
