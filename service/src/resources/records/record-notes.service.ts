// What an organization keeps about its records for itself: a label and a thumbnail, each only if
// the organization turned it on. No public response contains them. Turning one off deletes all of
// its kind in the same transaction.
import { actorOf } from '../../access/actor.ts';
import type { Caller, CallingOrganization } from '../../access/caller.ts';
import { allowedGenerators, expectGenerator } from '../../access/key-restrictions.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { RecordLookup, RecordRow } from '../../archive/record-lookup.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import {
  deleteAllNotes,
  deleteLabel,
  findNotes,
  findThumbnail,
  lockNoteSettings,
  setLabel,
  setNoteSettings,
} from './record-notes.store.ts';

export interface KeptNotes {
  readonly keeps_labels: boolean;
  readonly keeps_thumbnails: boolean;
}

export type RecordNotesService = ReturnType<typeof createRecordNotesService>;

export function createRecordNotesService(database: Database, lookup: RecordLookup, events: EventStream) {
  async function findOwn(caller: Caller, recordId: string): Promise<RecordRow> {
    const [found] = await lookup.find(database.read, [recordId]);
    if (found?.org_id !== caller.organization.orgId) fail('record_not_found');
    expectGenerator(caller, found.generator_id);
    return found;
  }

  return {
    settings: ({ keepsLabels, keepsThumbnails }: CallingOrganization): KeptNotes => ({
      keeps_labels: keepsLabels,
      keeps_thumbnails: keepsThumbnails,
    }),

    async changeSettings(caller: Caller, change: { [Name in keyof KeptNotes]?: boolean | undefined }) {
      const { orgId } = caller.organization;
      return database.transaction(async (transaction): Promise<KeptNotes> => {
        const { keeps_labels, keeps_thumbnails } = await lockNoteSettings(transaction, orgId);
        const before = { keeps_labels: keeps_labels === 1, keeps_thumbnails: keeps_thumbnails === 1 };
        const after = {
          keeps_labels: change.keeps_labels ?? before.keeps_labels,
          keeps_thumbnails: change.keeps_thumbnails ?? before.keeps_thumbnails,
        };
        const names = ['keeps_labels', 'keeps_thumbnails'] as const;
        const changed = names.filter((name) => before[name] !== after[name]);
        if (changed.length === 0) return before;
        await setNoteSettings(transaction, orgId, {
          keeps_labels: Number(after.keeps_labels),
          keeps_thumbnails: Number(after.keeps_thumbnails),
        });
        if (!after.keeps_labels) await deleteAllNotes(transaction, orgId, 'record_labels');
        if (!after.keeps_thumbnails) await deleteAllNotes(transaction, orgId, 'record_thumbnails');
        const values = Object.fromEntries(changed.map((name) => [name, after[name]]));
        await events.append(transaction, orgId, [
          { type: 'record_settings_changed', metadata: { ...values, actor: actorOf(caller) } },
        ]);
        return after;
      });
    },

    async get(caller: Caller, recordId: string) {
      const { record_id } = await findOwn(caller, recordId);
      return { record_id, ...(await findNotes(database.read, caller.organization.orgId, recordId)) };
    },

    /** Null removes it. */
    async changeLabel(caller: Caller, recordId: string, given: string | null) {
      const { organization } = caller;
      const { orgId } = organization;
      if (given !== null) expectLabels(organization);
      const { record_id, signed_at } = await findOwn(caller, recordId);
      const label = given?.trim() ?? null;
      return database.transaction(async (transaction) => {
        if (label === null) await deleteLabel(transaction, orgId, recordId);
        // It can have been turned off since the call began.
        else if ((await lockNoteSettings(transaction, orgId)).keeps_labels === 0) refuseLabel();
        else await setLabel(transaction, orgId, { recordId, signedAt: signed_at, label });
        return { record_id, ...(await findNotes(transaction, orgId, recordId)) };
      });
    },

    async thumbnail(caller: Caller, recordId: string): Promise<Uint8Array> {
      const { orgId } = caller.organization;
      if (allowedGenerators(caller)) await findOwn(caller, recordId);
      return (await findThumbnail(database.read, orgId, recordId)) ?? fail('not_found');
    },
  };
}

/** path: of the field in the request. */
export function expectLabels({ keepsLabels }: CallingOrganization, path = 'label'): void {
  if (!keepsLabels) refuseLabel(path);
}

function refuseLabel(path = 'label'): never {
  return failValidation(
    path,
    'is not accepted, because your organization does not keep labels. Remove it, or ask an owner or admin to turn labels on',
  );
}
