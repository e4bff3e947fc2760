import type { Register, WrittenResolution } from '#contract/resolutions.ts';
import type { BallotChoice } from '#domain/motions.ts';
import { productJobs } from '#server/features/jobs.ts';
import { type Boardroom, boardroom } from './boardroom.ts';
import type { TestClient } from './client.ts';
import type { MadeDocument } from './factories.ts';
import type { TestApp } from './test-app.ts';

export const resolutionText = 'That the line of credit be renewed.';

/** Uses the real time, because the database's clock decides when a deadline has passed. */
export class WrittenStage {
  readonly #stage: Boardroom;
  readonly #server: TestApp;

  constructor(server: TestApp, stage: Boardroom) {
    this.#server = server;
    this.#stage = stage;
  }

  create = (rest: object = {}, by: TestClient = this.#stage.ada) =>
    by.post('/ajax/written-resolutions', {
      body_id: this.#stage.board.id,
      title: 'Line of credit',
      text: resolutionText,
      ...rest,
    });
  draft = async (rest: object = {}): Promise<string> => (await this.create(rest)).json.data.resolution.id;
  change = (id: string, body: object, by: TestClient = this.#stage.ada) =>
    by.patch(`/ajax/written-resolutions/${id}`, body);
  send = (id: string, { revision = 1, by = this.#stage.ada as TestClient, ...rest }: SendOptions = {}) =>
    by.post(`/ajax/written-resolutions/${id}/circulate`, { revision, ...rest });
  circulated = async (rest: object = {}, how: SendOptions = {}): Promise<string> => {
    const id = await this.draft(rest);
    const { json } = await this.send(id, how);
    if (json.status !== 'success') throw new Error(`The resolution was not circulated: ${json.msg}`);
    return id;
  };
  vote = (id: string, by: TestClient, choice: BallotChoice = 'for', reason = '') =>
    by.put(`/ajax/written-resolutions/${id}/ballot`, { choice, reason });
  pass = async (id: string): Promise<void> => {
    for (const voter of this.#stage.voters) await this.vote(id, voter);
  };
  object = (id: string, by: TestClient) =>
    by.post(`/ajax/written-resolutions/${id}/objection`, { reason: 'Let us talk.' });
  withdraw = (id: string, by: TestClient = this.#stage.ada) =>
    by.post(`/ajax/written-resolutions/${id}/withdraw`, { reason: 'Outdated.' });
  read = async (id: string, by: TestClient = this.#stage.ada): Promise<WrittenResolution> =>
    (await by.get(`/ajax/resolutions/${id}`)).json.data.resolution;
  register = async (by: TestClient = this.#stage.ada, query = ''): Promise<Register> =>
    (await by.get(`/ajax/resolutions${query}`)).json.data;
  addPaper = (id: string, title: string): Promise<MadeDocument> =>
    this.#server.make.document({ resolution: { id, boardId: this.#stage.board.id }, title });
  end = (id: string, ago = '1 second') =>
    this.#stage.query(`update written_resolutions set ends_at = clock_timestamp() - interval '${ago}' where id = $1`, [
      id,
    ]);
  runJob = async (name: string, payload: Readonly<Record<string, string>> = {}): Promise<void> => {
    const job = productJobs(this.#server.context).find((each) => each.name === name);
    await job?.handle(payload, { attempt: 1, isLast: true });
    await this.#server.context.runJobs();
  };
  settleAll = () => this.runJob('settle-resolutions');
  carryInMeeting = async (): Promise<string> => {
    const { voters, arrive, phase, propose, open, close } = this.#stage;
    for (const voter of voters) await arrive(voter, 'remote');
    await phase('in-session');
    await propose();
    const { id } = (await open('hands')).json.data.motions[0].votes[0];
    await close({ for: 2, against: 1, abstain: 0 }, id);
    return id;
  };
}

interface SendOptions {
  readonly revision?: number;
  readonly by?: TestClient;
  readonly papers?: readonly object[];
  readonly round?: number;
  readonly ends_at?: string;
}

export function writtenStage(server: TestApp) {
  const now = () => new Date().toISOString();
  const stage = boardroom(server, { voters: 3, chair: null, timeZone: 'UTC', title: 'Winter meeting', startsAt: now });
  return { stage, written: new WrittenStage(server, stage) };
}
