// Lists the pending requests for a plan, and decides one. The organization gets an email about the
// decision.
import { createKeyVault } from '../../adapters/key-vault/key-vault.ts';
import { openMasterKeys } from '../../keys.ts';
import { storeMail } from '../../mail/mail-queue.ts';
import { openAuditStream } from '../audit-key.ts';
import { changePlan } from '../change-plan.ts';
import { Refused, type RunCommand, type Tools, WrongUsage } from '../command.ts';
import { decideRequest, listPendingRequests, listRecipients } from '../plan-requests.store.ts';
import { formatTable } from '../table.ts';

const states = { approve: 'approved', decline: 'declined' } as const;
const longestReason = 1_000;

export const run: RunCommand = async (tools, action, requestId) => {
  if (action === undefined) return list(tools);
  if (action !== 'approve' && action !== 'decline') {
    throw new WrongUsage(`"${action}" is not an action. Use approve or decline, or no action for the list.`);
  }
  if (requestId === undefined)
    throw new WrongUsage(`Enter the ID of the request: plan-requests ${action} <request_id>`);
  await decide(tools, states[action], requestId);
};

async function list({ openDatabase, environment, print }: Tools): Promise<void> {
  const requests = await listPendingRequests((await openDatabase()).read);
  if (requests.length === 0) return print(`The ${environment} database has no pending requests.`);
  const rows = requests.map((request) => [
    request.request_id,
    request.org_id,
    `${request.current_plan} → ${request.plan}`,
    request.billing_interval,
    new Date(request.created_at).toISOString(),
    request.org_name,
    request.note ?? '',
  ]);
  print(formatTable(['request', 'organization', 'change', 'billed', 'requested', 'name', 'note'], rows));
}

async function decide(tools: Tools, state: 'approved' | 'declined', requestId: string): Promise<void> {
  const reason = tools.options.reason?.trim() || null;
  if (reason !== null && reason.length > longestReason) {
    throw new WrongUsage(`The reason must have at most ${longestReason} characters.`);
  }
  const database = await tools.openDatabase();
  const events = await openAuditStream(tools, database);
  const vault = createKeyVault(await openMasterKeys(tools.configuration), tools.environment);
  const request = await database.transaction(async (transaction) => {
    const decided = await decideRequest(transaction, requestId, { state, reason, decided_at: Date.now() });
    if (!decided) return undefined;
    const { org_id: orgId, plan, billing_interval, requested_by } = decided;
    for (const to of await listRecipients(transaction, orgId, requested_by)) {
      await storeMail(transaction, vault, { kind: 'plan_request_decided', to, code: requestId });
    }
    await events.append(transaction, orgId, [
      { type: 'plan_request_decided', metadata: { request_id: requestId, plan, state } },
    ]);
    if (state === 'approved') await changePlan(transaction, events, orgId, { plan, billing_interval });
    return decided;
  });
  if (!request) throw new Refused(`The ${tools.environment} database has no pending request ${requestId}.`);
  tools.print(
    state === 'approved'
      ? `Approved. ${request.org_id} is now on the ${request.plan} plan. The organization gets an email.`
      : `Declined. The plan of ${request.org_id} did not change. The organization gets an email.`,
  );
}
