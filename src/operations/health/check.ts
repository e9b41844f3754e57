/** One thing that must work, looked at in a limited time and by one caller at once. */

/** How long a look may take, and how long its outcome holds, in milliseconds. */
const LIMIT = 2000;
const FRESH = 500;

export class Check {
  private running: Promise<boolean> | undefined;
  private outcome: { passed: boolean; at: number } | undefined;

  /** `look` throws if the thing does not work; `fail` hears why. */
  constructor(
    private readonly look: () => Promise<void>,
    private readonly fail: (error: Error) => void,
  ) {}

  /** Whether it works. A look that still hangs is not begun again: callers wait for it, each as long as the limit. */
  async passes(): Promise<boolean> {
    if (this.outcome && performance.now() - this.outcome.at < FRESH) return this.outcome.passed;
    this.running ??= this.run();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((give) => (timer = setTimeout(give, LIMIT, false)));
    return Promise.race([this.running, late]).finally(() => clearTimeout(timer));
  }

  private async run(): Promise<boolean> {
    const passed = await this.look().then(
      () => true,
      (error: Error) => {
        this.fail(error);
        return false;
      },
    );
    this.outcome = { passed, at: performance.now() };
    this.running = undefined;
    return passed;
  }
}
