import { beforeEach } from 'vitest';
import type { FilledItems, Minutes, MinutesSection } from '#contract/meeting-minutes.ts';
import type { BallotChoice } from '#domain/motions.ts';
import { type Actor, type Boardroom, boardroom } from './boardroom.ts';
import type { TestClient } from './client.ts';
import type { MadeMeeting } from './factories.ts';
import { paragraph } from './minutes.ts';
import type { TestApp } from './test-app.ts';

export const nextStart = '2026-12-17T14:00:00Z';

/**
 * The December meeting will approve the November minutes. Bea is the secretary, Cleo the chair, and Ada the board
 * admin.
 */
export class MinutesStage {
  next!: MadeMeeting;
  readonly #stage: Boardroom;

  constructor(stage: Boardroom) {
    this.#stage = stage;
  }

  read = async (client: TestClient = this.#stage.bea): Promise<Minutes | null> =>
    (await client.get(this.#stage.path('minutes'))).json.data.minutes;
  shown = async (client?: TestClient): Promise<Minutes> => (await this.read(client)) as Minutes;
  section = async (nth: number, client?: TestClient): Promise<MinutesSection> => {
    const { id } = this.#stage.itemAt(nth);
    return (await this.shown(client)).sections.find((section) => section.id === id) as MinutesSection;
  };
  sectionPath = (nth: number, rest = ''): string => `/ajax/minutes-sections/${this.#stage.itemAt(nth).id}${rest}`;
  save = (nth: number, text: string, revision: number, client: TestClient = this.#stage.bea) =>
    client.patch(this.sectionPath(nth), { revision, notes: paragraph(text) });
  comment = (text: string, client: TestClient) => client.post(this.sectionPath(1, '/comments'), { text });
  circulate = (body: object = {}, client: TestClient = this.#stage.bea) =>
    client.post(this.#stage.path('minutes/circulate'), body);
  addTask = (rest: object = {}) => {
    const { bea, dora, meeting } = this.#stage;
    const task = { title: 'Call the roofer', notes: '', owner_id: dora.id, due_on: '2026-12-24' };
    const place = { meeting_id: meeting.id, agenda_item_id: this.#stage.itemAt(1).id };
    return bea.post('/ajax/action-items', { ...task, ...place, ...rest });
  };
  mailed = async (kind: string) =>
    (await this.#stage.mails()).flatMap((mail) => (mail.kind === kind ? [mail.member_id] : [])).toSorted();
  search = async (client: TestClient, searchString: string) =>
    (await client.post('/search', { itemType: 'everything', searchString })).json.data.results;

  begin = async (): Promise<void> => {
    const { ada, bea, cleo, dora, checkIn, phase } = this.#stage;
    await checkIn(ada, bea, cleo, dora);
    await phase('in-session');
  };
  adjourn = () => this.#stage.phase('adjourned');
  hold = async ({ named = [] as readonly Actor[], against = true } = {}): Promise<void> => {
    const { ada, bea, cleo, dora, at, checkIn, phase, point, propose, open, cast, close, itemAt } = this.#stage;
    await checkIn(ada, bea, cleo, dora);
    at('14:01:00');
    await phase('in-session');
    at('14:05:00');
    await point(itemAt(0));
    at('14:10:00');
    await point(itemAt(1));
    await propose();
    at('14:20:00');
    const { id } = (await open()).json.data.motions[0].votes[0];
    await cast(ada, 'for', { id });
    if (against) {
      await cast(bea, 'for', { id });
      await cast(cleo, 'against', { id, named: named.includes(cleo) });
    }
    at('14:30:00');
    await close(undefined, id);
    at('14:40:00');
    await point(itemAt(2));
    at('15:00:00');
    await phase('adjourned');
  };
  offers = async (meeting = this.next, client: TestClient = this.#stage.ada): Promise<FilledItems['offers']> =>
    (await client.get(this.#stage.path('filled-items', meeting))).json.data.offers;
  place = (meeting = this.next, client: TestClient = this.#stage.ada) =>
    client.post(this.#stage.path('filled-items', meeting), { minutes_of: this.#stage.meeting.id, before_id: null });
  holdAndCirculate = async () => {
    await this.hold();
    const { minutes } = (await this.circulate()).json.data;
    await this.place();
    return minutes;
  };

  approvalMotion = (meeting = this.next) => this.#stage.motion(this.#stage.bea, meeting);
  moveApproval = async (meeting = this.next, when = nextStart): Promise<string> => {
    const { ada, bea, cleo, at, signInAgain, arrive, phase } = this.#stage;
    at(when);
    await signInAgain();
    for (const actor of [ada, bea, cleo]) await arrive(actor, 'in-person', meeting);
    await phase('in-session', { meeting });
    const { id, revision } = await this.approvalMotion(meeting);
    await bea.patch(`/ajax/motions/${id}`, { revision, mover_id: ada.id, seconder_id: cleo.id });
    return id;
  };
  vote = async (choice: BallotChoice = 'for', meeting = this.next, when = nextStart): Promise<string> => {
    const { ada, cleo, open, cast } = this.#stage;
    const { id } = (await open('named', { id: await this.moveApproval(meeting, when) })).json.data.motions[0].votes[0];
    for (const actor of [ada, cleo]) await cast(actor, choice, { id });
    return id;
  };
  close = (id: string) => this.#stage.close(undefined, id);
  approve = async (): Promise<void> => {
    await this.holdAndCirculate();
    await this.close(await this.vote());
  };
  resolution = async () => {
    const decision = (await this.shown()).decision as { readonly resolution_id: string };
    return (await this.#stage.bea.get(`/ajax/resolutions/${decision.resolution_id}`)).json.data.resolution;
  };
  circulateResolution = (of: { readonly id: string; readonly revision: number }) =>
    this.#stage.bea.post(`/ajax/written-resolutions/${of.id}/circulate`, { revision: of.revision });
  proposeLate = async (text: string) =>
    (await this.#stage.propose({ text }, { item: this.#stage.itemAt(2) })).json.data.motions.at(-1);
  openLate = async (text: string) => this.#stage.open('named', { id: (await this.proposeLate(text)).id });
}

export function minutesStage(server: TestApp) {
  const stage = boardroom(server, {
    chair: 'cleo',
    secretary: 'bea',
    title: 'November Board Meeting',
    items: ['Welcome', 'Wharf Road', 'Other business'],
    item: 1,
  });
  const minutes = new MinutesStage(stage);
  beforeEach(async () => {
    minutes.next = await stage.anotherMeeting(nextStart, { title: 'December Board Meeting' });
  });
  return { stage, minutes };
}
