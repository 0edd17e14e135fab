import type {Context} from './context.js';
import {html} from './html.js';

/** The QA bench, for testers: `shop/bench/` fills it. Always English, always left to right. */
export function benchPage({nonce}: Context): string {
  const save = html`<button type="button" id="as-markdown">Markdown</button>
    <button type="button" id="as-junit">JUnit</button>
    <button type="button" id="as-traces">Traces</button>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>QA bench · Sorrel</title>
        <link rel="icon" href="/assets/shop/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/shop/bench.css" />
        <script type="module" src="/assets/demo/bench-page.js" nonce="${nonce}"></script>
      </head>
      <body>
        <header>
          <h1>QA bench</h1>
          <p>
            Every case with a test card, in the shop’s own page: the card is typed and the bank answered by
            the sandbox. Redirects play in a window of the chosen width, which the browser must allow.
            <a href="/">The shop</a>
          </p>
        </header>
        <main>
          <section aria-labelledby="choice-title">
            <details open>
              <summary><h2 id="choice-title">What to run</h2></summary>
              <form id="choice"></form>
            </details>
          </section>
          <section aria-labelledby="runs-title">
            <h2 id="runs-title">Runs</h2>
            <div class="tools">
              <button type="button" id="run-all" class="main">Run all</button>
              <button type="button" id="run-failed" disabled>Run what failed</button>
              <button type="button" id="stop" disabled>Stop</button>
              <button type="button" id="start-over">Start over</button>
              <span class="export" role="group" aria-label="Export">${save}</span>
            </div>
            <progress id="progress" value="0" max="1" aria-label="Runs played"></progress>
            <p id="report" role="status"></p>
            <ol id="runs"></ol>
          </section>
          <section aria-labelledby="played-title">
            <h2 id="played-title">The page that plays</h2>
            <p id="now"></p>
            <div class="beside">
              <div class="stage" tabindex="0" role="group" aria-label="The shop’s page, which may be wider">
                <iframe id="played" title="The shop’s page, played"></iframe>
              </div>
              <figure id="kept" hidden>
                <img alt="The same page as it was when its picture was taken" />
                <figcaption>As it was when its picture was taken</figcaption>
              </figure>
            </div>
          </section>
          <section aria-labelledby="looks-title">
            <h2 id="looks-title">What only eyes can judge</h2>
            <p>“Show” brings the page up above, beside the picture of how it was.</p>
            <ul id="looks"></ul>
          </section>
        </main>
      </body>
    </html>`.text;
}
