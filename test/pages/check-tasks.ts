/** What tests of the pages of checks ask the server for, as its administrator. */
import type { Page } from 'playwright-core';
import type { Explorer } from '../openapi/explorer/browser.js';
import { ADMIN } from '../support/server.js';

export const widthOf = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth');
export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface CheckTasks {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of every shape
  ask(method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object): Promise<any>;
  /** Has the map looked at by these checks, or all, and waits for the end. */
  looked(keys?: string[]): Promise<void>;
  checkOf(key: string): Promise<{ id: number; open: number }>;
  /** Takes every acceptance back. */
  reopenAll(): Promise<void>;
}

export function tasksAt(explorer: Explorer): CheckTasks {
  const ask: CheckTasks['ask'] = async (method, url, payload) => {
    const { app } = explorer.server.server;
    const headers = { authorization: `Bearer ${await explorer.server.login(ADMIN.login, ADMIN.password)}` };
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    expect(answer.statusCode).toBeLessThan(300);
    return answer.json();
  };
  const looked = async (keys?: string[]): Promise<void> => {
    const { run } = await ask('POST', '/api/checks/run', keys ? { checks: keys } : {});
    let state = '';
    while (state !== 'done') {
      ({ state } = (await ask('GET', `/api/checks/runs/${run}`)).data);
      expect(state).not.toBe('failed');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const checkOf = async (key: string): Promise<{ id: number; open: number }> =>
    (await ask('GET', `/api/checks?filter[key]=${key}`))[0];

  const reopenAll = async (): Promise<void> => {
    for (const { id } of await ask('GET', '/api/findings?filter[state]=accepted'))
      await ask('PATCH', `/api/findings/${id}`, { accepted_until: null });
  };
  return { ask, looked, checkOf, reopenAll };
}
