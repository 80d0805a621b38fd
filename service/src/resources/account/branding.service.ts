// Branding: how an organization presents itself on pages about its records. Shown while the plan
// includes it, and kept after that. The service never opens the addresses in it.
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { changeName } from '../../identity/public-names.ts';
import { type PlanName, planHas } from '../../plans/plans.ts';
import { type BrandingRow, findBranding, setBranding } from './branding.store.ts';

/** Any subset; null clears a field. */
export type BrandingChange = { readonly [Field in keyof BrandingRow]?: string | null | undefined };

export type BrandingService = ReturnType<typeof createBrandingService>;

export function createBrandingService(database: Database, events: EventStream) {
  return {
    async get(orgId: string) {
      return { branding: presentBranding(await findBranding(database.read, orgId)) };
    },

    async change(caller: Caller, change: BrandingChange) {
      const { orgId } = caller.organization;
      const given = normalize(change);
      return database.transaction(async (transaction) => {
        const before = await findBranding(transaction, orgId);
        const changed = Object.fromEntries(
          Object.entries(given).filter(([field, value]) => before[field as keyof BrandingRow] !== value),
        );
        if (Object.keys(changed).length === 0) return { branding: presentBranding(before) };
        if (changed.display_name !== undefined) {
          await changeName(transaction, orgId, 'display_name', changed.display_name);
        }
        const after = await setBranding(transaction, orgId, changed);
        await events.append(transaction, orgId, [
          { type: 'branding_changed', metadata: { changed, actor: actorOf(caller) } },
        ]);
        return { branding: presentBranding(after) };
      });
    },
  };
}

/** What the public sees: nothing if the plan does not include it. */
export function publicBranding(row: BrandingRow & { readonly plan: PlanName }) {
  return planHas(row.plan, 'branding') ? presentBranding(row) : null;
}

function presentBranding({ display_name, logo_url, primary_color, support_url }: BrandingRow): BrandingRow | null {
  const branding = { display_name, logo_url, primary_color, support_url };
  return Object.values(branding).every((value) => value === null) ? null : branding;
}

/** The stored spelling: trimmed, addresses as browsers write them, colors in lowercase. */
function normalize(change: BrandingChange): Partial<BrandingRow> {
  const { display_name, logo_url, primary_color, support_url } = change;
  return {
    ...(display_name !== undefined && { display_name: display_name?.trim() ?? null }),
    ...(logo_url !== undefined && { logo_url: asBrowsersWrite(logo_url) }),
    ...(primary_color !== undefined && { primary_color: primary_color?.toLowerCase() ?? null }),
    ...(support_url !== undefined && { support_url: asBrowsersWrite(support_url) }),
  };
}

function asBrowsersWrite(address: string | null): string | null {
  return address === null ? null : new URL(address).href;
}
