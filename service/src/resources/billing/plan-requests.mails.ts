// The emails about a request for another plan: to the operator, and with the decision to the
// organization. They are composed at sending time, so a withdrawn request sends nothing.
import type { EnvironmentName } from '../../access/api-keys.ts';
import type { Database } from '../../adapters/database/database.ts';
import { withoutLinks } from '../../http/names.ts';
import { layOutMail } from '../../mail/mail-layout.ts';
import type { ComposeMail } from '../../mail/mail-queue.ts';
import { plans } from '../../plans/plans.ts';
import { findRequestToMail } from './plan-requests.store.ts';

export interface PlanRequestMailParts {
  readonly environment: EnvironmentName;
  readonly database: Database;
  readonly publicUrl: string;
  readonly upgradeUrl: string;
}

export function planRequestMails(
  parts: PlanRequestMailParts,
): Record<'plan_request' | 'plan_request_decided', ComposeMail> {
  const { environment, database, publicUrl, upgradeUrl } = parts;
  const sandbox = environment === 'sandbox' ? ' --sandbox' : '';
  return {
    async plan_request({ to, code = '' }) {
      const request = await findRequestToMail(database.read, code);
      if (request?.state !== 'pending') return undefined;
      const organization = withoutLinks(request.org_name);
      const wanted = plans[request.plan].label;
      const from = request.requester_email === null ? 'an API key' : request.requester_email;
      return layOutMail({
        to,
        subject: `${organization} requests the ${wanted} plan`,
        greeting: `${organization} (${request.org_id}) requests to change from ${plans[request.current_plan].label} to ${wanted}, billed ${intervals[request.billing_interval]}.`,
        paragraphs: [
          `The request comes from ${from}.`,
          ...(request.note === null ? [] : [`Their message: “${withoutLinks(request.note)}”`]),
          `To approve, run: npm run operator -- plan-requests approve ${request.request_id}${sandbox}`,
          `To decline, run: npm run operator -- plan-requests decline ${request.request_id} --reason "…"${sandbox}`,
        ],
        footer: `Sent by the Content Provenance Service at ${publicUrl} to its operator.`,
      });
    },

    async plan_request_decided({ to, code = '' }) {
      const request = await findRequestToMail(database.read, code);
      if (request?.state !== 'approved' && request?.state !== 'declined') return undefined;
      const wanted = plans[request.plan].label;
      const approved = request.state === 'approved';
      return layOutMail({
        to,
        subject: approved ? `Your plan is now ${wanted}` : `Your request for the ${wanted} plan was declined`,
        greeting: approved
          ? `The operator of the service approved your request. Your organization is now on the ${wanted} plan.`
          : `The operator of the service declined your request for the ${wanted} plan. Your plan stays ${plans[request.current_plan].label}.`,
        paragraphs: request.reason === null ? [] : [`The operator says: “${withoutLinks(request.reason)}”`],
        link: { label: 'View your plan', url: upgradeUrl },
        footer: `Sent by the Content Provenance Service at ${publicUrl}, because your organization requested a plan.`,
      });
    },
  };
}

const intervals = { monthly: 'monthly', annual: 'annually' };
