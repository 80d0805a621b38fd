// Guessing passwords over HTTP: addresses of one network share one count, many networks share the
// account's, and no stranger locks the owner out. On both databases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount, makeEmail } from '../../../test-support/account.ts';
import { useMailingService } from '../../../test-support/mailing-service.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';

onEachDatabase((database) => {
  const running = useMailingService(database, { TRUST_PROXY: 'true' });
  const logIn = (email: string, password: string, address: string) =>
    running.call('POST', '/v1/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': address } });
  const guess = async (email: string, address: string) => (await logIn(email, 'a wrong guess', address)).status;
  const guessEach = async (email: string, addresses: readonly string[]) => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await guess(email, address));
    return statuses;
  };
  /** Every test has its own networks. */
  let site = 0;
  const newSite = () => (site++).toString(16);
  const list = (length: number, address: (place: string) => string) =>
    Array.from({ length }, (_, place) => address((place + 1).toString(16)));

  test('429: 40 addresses of one /64 get as many guesses as one address, and the 41st guess is refused', async () => {
    const { email, password } = await makeAccount(running.service.live);
    const [here, there] = [`2001:db8:${newSite()}:1`, `2001:db8:${newSite()}:1`];
    const spread = await guessEach(
      email,
      list(41, (place) => `${here}::${place}`),
    );
    const alone = await guessEach(makeEmail(), Array(41).fill(`${there}::1`));
    assert.deepEqual(spread, [...Array(10).fill(401), ...Array(31).fill(429)]);
    assert.deepEqual(spread, alone);
    const { status, body, headers } = await logIn(email, password, `${here}:ffff::1`);
    assert.deepEqual([status, body.error], [429, 'too_many_attempts']);
    assert.ok(Number(headers.get('retry-after')) > 0 && Number(headers.get('retry-after')) <= 15 * 60);
    assert.equal((await logIn(email, password, `2001:db8:${newSite()}:1::1`)).status, 200);
  });

  test('429: the 41st guess of one /64 is refused even if each is for another account', async () => {
    const here = `2001:db8:${newSite()}:1`;
    const statuses: number[] = [];
    for (const address of list(41, (place) => `${here}::${place}`)) statuses.push(await guess(makeEmail(), address));
    assert.deepEqual(statuses, [...Array(40).fill(401), 429]);
  });

  test('429: an IPv4 address mapped into IPv6 is the same address, and others are not affected', async () => {
    const { email, password } = await makeAccount(running.service.live);
    await guessEach(email, Array(5).fill('198.51.100.1'));
    await guessEach(email, Array(5).fill('::ffff:198.51.100.1'));
    assert.equal(await guess(email, '::ffff:c633:6401'), 429);
    assert.equal((await logIn(email, password, '::ffff:198.51.100.2')).status, 200);
  });

  test('a /48 full of networks gets at most 100 guesses at an account, and the owner can always log in', async () => {
    const { email, password } = await makeAccount(running.service.live);
    const [home, travel, stranger] = ['203.0.113.7', `2001:db8:${newSite()}:1::1`, `2001:db8:${newSite()}`];
    assert.equal((await logIn(email, password, home)).status, 200);
    const statuses = await guessEach(
      email,
      list(120, (place) => `${stranger}:${place}::1`),
    );
    assert.deepEqual(statuses, [...Array(100).fill(401), ...Array(20).fill(429)]);
    assert.equal((await logIn(email, password, `${stranger}:ffff::1`)).status, 429, 'nor with the right password');
    assert.equal((await logIn(email, password, home)).status, 200, 'from a network that logged in before');
    assert.equal((await logIn(email, password, travel)).status, 200, 'from a network that never guessed');
  });

  test('a neighbor who guesses at other accounts does not lock out a user who logged in from this network before', async () => {
    const { email, password } = await makeAccount(running.service.live);
    const newcomer = await makeAccount(running.service.live);
    const office = '203.0.113.8';
    assert.equal((await logIn(email, password, office)).status, 200);
    for (let count = 0; count < 40; count += 1) await guess(makeEmail(), office);
    assert.equal((await logIn(newcomer.email, newcomer.password, office)).status, 429);
    assert.equal((await logIn(email, password, office)).status, 200);
  });

  test('a new password resets the count', async () => {
    const { email } = await makeAccount(running.service.live);
    const office = '203.0.113.9';
    assert.equal((await guessEach(email, Array(11).fill(office))).at(-1), 429);
    await running.call('POST', '/v1/auth/forgot-password', { body: { email } });
    const { token } = await running.mail.waitForMail(email, 'new password');
    const reset = { body: { token, password: 'another horse' }, headers: { 'x-forwarded-for': office } };
    assert.equal((await running.call('POST', '/v1/auth/reset-password', reset)).status, 200);
    assert.equal((await logIn(email, 'another horse', office)).status, 200);
  });

  test('simultaneous right passwords do not count, however many come from one network', async () => {
    const accounts = await Promise.all(Array.from({ length: 50 }, () => makeAccount(running.service.live)));
    const answers = await Promise.all(accounts.map(({ email, password }) => logIn(email, password, '203.0.113.10')));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  });
});
