import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../kit/eventually.ts';
import { checkout } from './editors.ts';

/** How long one opening of the palette may take to list a command, and all of them together. */
const PALETTE_MS = 4_000;
const COMMAND_MS = 20_000;

/** One window of VS Code, used as a person uses it. What it waits for has the page's default time limit. */
export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Waits until the window can be used. */
  async ready(): Promise<this> {
    await this.page.locator('.monaco-workbench .activitybar .action-item').first().waitFor();
    await this.page.locator('.monaco-workbench .statusbar-item').first().waitFor();
    return this;
  }

  // The command palette and what asks in its place

  get input(): Locator {
    return this.page.locator('.quick-input-widget input[type=text]:visible').first();
  }

  /** Rows of the palette or of a pick, whole label given. */
  choice(label: string): Locator {
    const name = this.page
      .locator('.quick-input-list-rows, .monaco-icon-label-container')
      .getByText(label, { exact: true });
    return this.page.locator('.quick-input-list .monaco-list-row').filter({ has: name });
  }

  /**
   * Runs a command by its whole title, category included, from the palette. The palette lists what can be done when it is
   * opened and not what can be done a moment later, as in a hand-over: it is opened anew until the command is there.
   */
  async command(title: string): Promise<void> {
    const choice = this.choice(title).first();
    await eventually(
      `the palette lists ${title}`,
      async () => {
        await this.search(`>${title}`);
        const isListed = await choice.waitFor({ timeout: PALETTE_MS }).then(
          () => true,
          () => false,
        );
        if (!isListed) await this.page.keyboard.press('Escape');
        return isListed;
      },
      COMMAND_MS,
    );
    await choice.click();
  }

  /** Opens the palette with a text, `>` in front for commands. */
  async search(text: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.input.fill(text);
  }

  /** Writes into the box that asks, and confirms. */
  async answer(text: string): Promise<void> {
    await this.input.fill(text);
    await this.page.keyboard.press('Enter');
  }

  // The side bar

  container(title: string): Locator {
    return this.page.locator(`.activitybar .action-item:has([aria-label^="${title}"])`).first();
  }

  /** Shows a container of the activity bar by its title; a click on the one that is shown would hide it. */
  async open(title: string): Promise<void> {
    const shown = this.page.locator('.activitybar .action-item.checked');
    await shown.first().waitFor();
    if ((await shown.locator(`[aria-label^="${title}"]`).count()) === 0) await this.container(title).click();
    await this.page.locator('.sidebar .composite.title', { hasText: title }).waitFor();
  }

  /** A view of the open container, by its name. */
  view(name: string): Locator {
    const header = this.page.locator(`.pane-header[aria-label^="${name}"]`);
    return this.page.locator('.sidebar .pane').filter({ has: header });
  }

  /** The visible rows of a tree. */
  rows(view: string): Locator {
    return this.view(view).locator('.monaco-list-row');
  }

  row(view: string, text: string | RegExp): Locator {
    return this.rows(view).filter({ hasText: text });
  }

  /** What a container's icon says in a corner: how much in it waits. */
  badge(title: string): Locator {
    return this.container(title).locator('.badge-content:visible');
  }

  // The status bar

  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text });
  }

  // What pops up

  toast(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast').filter({ hasText: text });
  }

  dialog(text: string | RegExp): Locator {
    return this.page.locator('.monaco-dialog-box').filter({ hasText: text });
  }

  async press(within: Locator, button: string): Promise<void> {
    await within.locator('.monaco-button').getByText(button, { exact: true }).click();
  }

  // The terminal that is shown

  get terminal(): Locator {
    return this.page.locator('.terminal-wrapper.active .xterm').first();
  }

  /** Opens a new terminal and waits for its prompt. */
  async openTerminal(): Promise<void> {
    await this.command('Terminal: Create New Terminal');
    await this.terminal.locator('.xterm-rows').filter({ hasText: /[#$]/ }).waitFor();
  }

  /** Types one line into the terminal that is shown. */
  async type(line: string): Promise<void> {
    await this.terminal.locator('textarea.xterm-helper-textarea').focus();
    await this.page.keyboard.type(line);
    await this.page.keyboard.press('Enter');
  }

  /** Waits until the terminal shows a text; a row's break counts as none. */
  async terminalShows(text: string | RegExp): Promise<void> {
    await this.terminal.locator('.xterm-rows').filter({ hasText: text }).waitFor();
  }

  /** What the terminal shows, a line each. */
  async terminalText(): Promise<string> {
    const lines = await this.terminal.locator('.xterm-rows > div').allTextContents();
    return lines
      .map((line) => line.replaceAll('\u00a0', ' ').trimEnd())
      .join('\n')
      .trimEnd();
  }

  /** Makes the side bar so wide, in pixels, with the mouse. */
  async widenSideBar(width: number): Promise<void> {
    const { x, width: from } = (await this.page.locator('.part.sidebar').boundingBox()) ?? { x: 0, width: 0 };
    const at = (end: number): [number, number] => [x + end, 300];
    await this.page.mouse.move(...at(from));
    await this.page.mouse.down();
    await this.page.mouse.move(...at(width), { steps: 5 });
    await this.page.mouse.up();
    await this.page.mouse.move(...at(width * 2));
  }

  /** Keeps a picture in coverage/screenshots. */
  async screenshot(name: string): Promise<string> {
    const file = path.join(checkout, 'coverage/screenshots', `${name}.png`);
    await this.page.screenshot({ path: file, caret: 'hide', animations: 'disabled' });
    return file;
  }
}
