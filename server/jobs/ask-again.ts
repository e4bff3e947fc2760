/** Thrown by a handler whose work must wait for a known time: the job is asked for anew then, which costs no attempt. */
export class AskAgain extends Error {
  override readonly name = 'AskAgain';
  /** By the database's clock. */
  readonly at: Date;

  constructor(at: Date) {
    super(`asked for again at ${at.toISOString()}`);
    this.at = at;
  }
}
