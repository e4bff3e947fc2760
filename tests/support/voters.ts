import type { TestAnswer, TestClient } from './client.ts';

export async function switchVoter(
  client: Pick<TestClient, 'get' | 'post'>,
  bodyId: string,
  switched: { readonly member_id: string; readonly votes: boolean },
): Promise<TestAnswer> {
  const { revision, bodies } = (await client.get('/ajax/deciding')).json.data.deciding;
  const found = bodies.find((body: { readonly id: string }) => body.id === bodyId);
  const { id, seats, rule, at_least, chair_id, secretary_id } = found;
  const body = { id, seats, rule, at_least, chair_id, secretary_id, switched: [switched] };
  return client.post('/ajax/deciding', { revision, bodies: [body] });
}
