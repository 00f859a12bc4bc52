// One call that is answered and one that is refused, with the generated client.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	sittings "github.com/sittings/client"
)

func main() {
	baseURL, token, own, foreign := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	configuration := sittings.NewConfiguration()
	configuration.Servers = sittings.ServerConfigurations{{URL: baseURL}}
	client := sittings.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), sittings.ContextAccessToken, token)
	answered, _, err := client.SessionsAPI.RestoreInterview(ctx, own).Execute()
	if err != nil {
		panic(err)
	}
	_, _, err = client.SessionsAPI.RestoreInterview(ctx, foreign).Execute()
	var failure *sittings.GenericOpenAPIError
	if !errors.As(err, &failure) {
		panic("the foreign artist was not refused")
	}
	refused, typed := failure.Model().(sittings.Error)
	if !typed {
		panic("the error is not typed")
	}
	json.NewEncoder(os.Stdout).Encode([]string{answered.Status, string(refused.Code)})
}
