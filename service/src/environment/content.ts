// The services about content: records, signing, verifying, certificates.
import { createC2paService } from '../resources/c2pa/c2pa.service.ts';
import { openCertificateAuthority } from '../resources/c2pa/certificate-authority.ts';
import { createCertificateShelf } from '../resources/c2pa/certificate-shelf.ts';
import { createClaimKeysService } from '../resources/c2pa/claim-keys.service.ts';
import { openClassicalAuthority } from '../resources/c2pa/classical-authority.ts';
import { createManifestsService } from '../resources/c2pa/manifests.service.ts';
import { createRecoveryService } from '../resources/c2pa/recovery.service.ts';
import { createSigningCertificatesService } from '../resources/c2pa/signing-certificates.service.ts';
import { createTimestamps } from '../resources/c2pa/timestamps.ts';
import { createCertificateService } from '../resources/certificate/certificate.service.ts';
import { createBundlesService } from '../resources/records/bundles.service.ts';
import { createRecordAdmission } from '../resources/records/record-admission.ts';
import { createRecordListService } from '../resources/records/record-list.service.ts';
import { createRecordNotesService } from '../resources/records/record-notes.service.ts';
import { openRecordTokens } from '../resources/records/record-tokens.ts';
import { createRecordsService } from '../resources/records/records.service.ts';
import { createReferences } from '../resources/resolution/references.ts';
import { createRepositoryService } from '../resources/resolution/repository.service.ts';
import { createResolutionService } from '../resources/resolution/resolution.service.ts';
import { createSamplesService } from '../resources/samples/samples.service.ts';
import { createSignService } from '../resources/sign/sign.service.ts';
import { createSoundRecords } from '../resources/verify/sound-records.ts';
import { createVerifyService } from '../resources/verify/verify.service.ts';
import type { Accounts } from './accounts.ts';
import type { Foundation } from './foundation.ts';

export type Content = Awaited<ReturnType<typeof createContent>>;

export async function createContent(foundation: Foundation, { generators, quota }: Accounts) {
  const { name, publicUrl, database, vault, computePool, events, upgradeUrl } = foundation;
  const { inBandLimits, sampleSecret, similarRecords } = foundation;
  const { countVerification } = foundation.metrics;
  const tokens = await openRecordTokens(name, database, vault);
  const authority = await openCertificateAuthority(name, database, vault);
  const admission = createRecordAdmission({ database, quota, events });
  const records = createRecordsService({ database, generators, admission, tokens });
  const classicalAuthority = await openClassicalAuthority(name, database, vault);
  const shelf = createCertificateShelf({ database, vault, authority: classicalAuthority, events });
  const claimKeys = createClaimKeysService({ database, shelf, events });
  const manifests = createManifestsService(database);
  const c2pa = createC2paService({
    publicUrl,
    database,
    computePool,
    records,
    generators,
    authority,
    classicalAuthority,
    claimKeys,
    manifests,
    timestamps: createTimestamps({
      urls: foundation.timestampUrls,
      outgoing: foundation.outgoing,
      log: foundation.log,
    }),
    events,
  });
  const recovery = createRecoveryService({
    computePool,
    manifests,
    certificateRoots: authority.roots,
    findGeneratorStatus: (generatorId) => generators.statusOf(generatorId),
  });
  const verification = createVerifyService({
    database,
    computePool,
    tokens,
    similarRecords,
    soundRecords: createSoundRecords(database),
    events,
    generators,
    manifests,
    recoverManifest: (recordId, caller) => recovery.recover(recordId, caller),
    certificateRoots: authority.roots,
    trustLists: foundation.trustLists,
    countVerification,
  });
  const signing = createSignService({ computePool, generators, admission, tokens, inBandLimits, c2pa, upgradeUrl });
  return {
    records,
    recordLists: createRecordListService(database, tokens),
    recordNotes: createRecordNotesService(database, events),
    c2pa,
    claimKeys,
    signingCertificates: createSigningCertificatesService({ database, shelf, events }),
    signing,
    certificates: createCertificateService({ publicUrl, records, generators }),
    samples: createSamplesService({ database, generators, signing, secret: sampleSecret }),
    verification,
    repository: createRepositoryService({ database, manifests, recovery, events }),
    resolution: createResolutionService({
      database,
      manifests,
      verification,
      findSimilar: (hash, kind, limit) => similarRecords.find(hash, kind, limit),
    }),
    references: createReferences({
      outgoing: foundation.outgoing,
      room: foundation.uploadRoom,
      enabled: foundation.resolveReferences,
    }),
    bundles: createBundlesService({
      environment: name,
      publicUrl,
      records,
      generators,
      authority,
      deliveriesOf: manifests.deliveriesOf,
    }),
  };
}
