import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { admitOnlyRoles, databaseName, ownerRole } from '#server/integrations/postgres/database-roles.ts';
import { timed } from '#tools/test/times.ts';
import type { TestCluster } from './test-cluster.ts';
import { withClient } from './with-client.ts';

export type TestDatabase = { readonly ownerUrl: string; readonly servingUrl: string; drop(): Promise<void> };

export async function createTestDatabase(templateName: string = databaseName): Promise<TestDatabase> {
  const cluster = await sharedCluster();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const copyTemplate = (): Promise<void> =>
    withClient(cluster.superuserUrl, async (client) => {
      const [copy, template] = [client.escapeIdentifier(name), client.escapeIdentifier(templateName)];
      await client.query(`create database ${copy} template ${template} owner ${ownerRole}`);
      await admitOnlyRoles(client, name); // PostgreSQL does not copy a database's privileges.
    });
  await timed('database copy', name, copyTemplate);
  return {
    ownerUrl: inDatabase(cluster.ownerUrl, name),
    servingUrl: inDatabase(cluster.servingUrl, name),
    drop: () =>
      withClient(cluster.superuserUrl, async (client) => {
        await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
      }),
  };
}

let cluster: Promise<TestCluster> | undefined;

export function sharedCluster(): Promise<TestCluster> {
  cluster ??= knock();
  return cluster;
}

async function knock(): Promise<TestCluster> {
  const answer = await fetch(inject('testClusterDoor'));
  if (!answer.ok) throw new Error(`The tests' database did not start: ${await answer.text()}`);
  return (await answer.json()) as TestCluster;
}

function inDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
