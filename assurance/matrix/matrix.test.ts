import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#server/app.ts';
import { testApp } from '#tests/support/test-app.ts';
import { confirmedEndpoints } from './access.ts';
import { actorNames } from './actors.ts';
import { checkCell, checkUnconfirmed, type Matrix, makeMatrix } from './cells.ts';
import { endpointOf, matrixEntries } from './endpoints.ts';

const server = testApp();
let matrix: Matrix;

beforeAll(async () => {
  matrix = await makeMatrix(server);
});
afterAll(() => matrix?.state.end());
beforeEach(() => server.context.pool.query('delete from rate_limits'));

test('the test matrix contains every endpoint of the product and no others', () => {
  const declared = routes.map(({ endpoint }) => endpoint.name);
  expect(Object.keys(matrixEntries).toSorted()).toEqual(declared.toSorted());
  expect(new Set(declared).size).toBe(declared.length);
});

for (const { endpoint } of routes) {
  if (!matrixEntries[endpoint.name]) continue;
  describe(`${endpoint.name} (${endpoint.method} ${endpoint.path}, ${endpoint.access})`, () => {
    test.each(actorNames)('responds as expected to the actor “%s”', (name) => checkCell(matrix, endpoint, name));
  });
}

test.each(confirmedEndpoints)('%s checks the password confirmation before anything else', (name) =>
  checkUnconfirmed(matrix, endpointOf(name)),
);
