/** One control of the product, taken out: a text of one file that stands there once, and what stands in its place instead. */
export interface Removal {
  /** Of OWASP ASVS 5.0: `6.2.4`. It has a row in docs/security.md. */
  readonly requirement: string;
  /** What is taken out, in a few words. */
  readonly control: string;
  readonly file: string;
  readonly search: string;
  readonly replacement: string;
  /** The test that fails then, as its row names it: file and title. */
  readonly test: readonly [file: string, title: string];
}
