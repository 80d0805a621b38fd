// The services about people and organizations: login, keys, team, domains, plan.
import { createApiKeysService } from '../resources/account/api-keys.service.ts';
import { createBrandingService } from '../resources/account/branding.service.ts';
import { createDomainsService } from '../resources/account/domains.service.ts';
import { createOrganizationService } from '../resources/account/organization.service.ts';
import { createStorageConnectionsService } from '../resources/account/storage-connections.service.ts';
import { createAuthService } from '../resources/auth/auth.service.ts';
import { createLoginGuard } from '../resources/auth/login-guard.ts';
import { createOtpStore } from '../resources/auth/otp-store.ts';
import { createPasswordResetService } from '../resources/auth/password-reset.service.ts';
import { createSessions } from '../resources/auth/sessions.ts';
import { createSwitchService } from '../resources/auth/switch.service.ts';
import { createTwoFactorService } from '../resources/auth/two-factor.service.ts';
import { createBillingService } from '../resources/billing/billing.service.ts';
import { createPlanRequestsService } from '../resources/billing/plan-requests.service.ts';
import { createQuotaService } from '../resources/billing/quota.service.ts';
import { createGeneratorsService } from '../resources/generators/generators.service.ts';
import { createInvitesService } from '../resources/team/invites.service.ts';
import { createMembersService } from '../resources/team/members.service.ts';
import { createPersonalKeysService } from '../resources/team/personal-keys.service.ts';
import { createSeatsService } from '../resources/team/seats.service.ts';
import type { Foundation } from './foundation.ts';

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(foundation: Foundation) {
  const { name, database, vault, custody, counters, sessionTokens, mailQueue, events, publicUrl, upgradeUrl } =
    foundation;
  const { keyValue, findTexts, outgoing, otpPepper, apiKeyPepper, operatorEmail, switchTickets } = foundation;
  const issuer = name === 'live' ? 'Content Provenance' : 'Content Provenance (sandbox)';
  const otpStore = createOtpStore(keyValue);
  const twoFactor = createTwoFactorService({ database, vault, otpStore, mailQueue, events, pepper: otpPepper, issuer });
  const guard = createLoginGuard({ database, counters, pepper: otpPepper });
  const sessions = createSessions({ database, guard, sessionTokens, twoFactor, events });
  const generators = createGeneratorsService({
    database,
    vault,
    custody,
    newKeysIn: foundation.generatorCustody,
    events,
    log: foundation.transparency.appender,
  });
  const keyRing = { environment: name, database, pepper: apiKeyPepper, events, generators };
  const apiKeys = createApiKeysService(keyRing);
  const seats = createSeatsService(database, upgradeUrl);
  return {
    twoFactor,
    apiKeys,
    generators,
    seats,
    auth: createAuthService({ database, counters, guard, sessions, mailQueue, twoFactor, events }),
    environmentSwitch: createSwitchService({ environment: name, database, tickets: switchTickets, sessions, events }),
    passwordReset: createPasswordResetService({ database, events, guard, apiKeys, generators }),
    organizations: createOrganizationService(database, events),
    branding: createBrandingService(database, events),
    domains: createDomainsService({ database, findTexts, outgoing, events, mailQueue }),
    storageConnections: createStorageConnectionsService({ database, vault, outgoing, events }),
    members: createMembersService({ database, events, upgradeUrl }),
    invites: createInvitesService({
      database,
      counters,
      sessionTokens,
      mailQueue,
      events,
      seats,
      publicUrl,
      upgradeUrl,
    }),
    personalKeys: createPersonalKeysService(keyRing),
    billing: createBillingService(database, upgradeUrl),
    planRequests: createPlanRequestsService({ database, counters, mailQueue, events, operatorEmail }),
    quota: createQuotaService({ database, mailQueue, upgradeUrl, counts: name === 'live' }),
  };
}
