import { Controller, Get, Header } from '@nestjs/common';
import { SCOPES } from '../../core/accounts/scope.js';
import { Resources } from './resources.js';

/** The protected-resource metadata (RFC 9728), one document per resource. */
@Controller('.well-known/oauth-protected-resource')
export class ResourceMetadataController {
  constructor(private readonly resources: Resources) {}

  @Get()
  @Header('access-control-allow-origin', '*')
  @Header('cache-control', 'public, max-age=3600')
  service() {
    return this.metadata(this.resources.service);
  }

  @Get('mcp')
  @Header('access-control-allow-origin', '*')
  @Header('cache-control', 'public, max-age=3600')
  mcp() {
    return { ...this.metadata(this.resources.mcp), sign_in_url: `${this.resources.mcp}?sign_in=1` };
  }

  private metadata(resource: string) {
    return {
      resource,
      authorization_servers: [this.resources.service],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Standing',
    };
  }
}
